import type { OperationExamples } from '../http/route';

const DOCUMENT_ID = '01981e5c-7f6a-7c3e-8a51-0a4d6b1c2d3e';

export const CREATE_COMPANY: OperationExamples = {
  company: {
    summary: 'A company that sends over the network',
    request: {
      name: 'Studio Noord BV',
      vat: 'BE0123456749',
      identifier: '0123456749',
      electronic_address: '0208:0123456749',
      address: { country_code: 'BE', street: 'Kaai', street_number: '12', postal_code: '9000', city: 'Gent' },
      email: 'info@studio-noord.example',
      legal_information: 'Besloten vennootschap, RPR Gent',
      language: 'nl',
    },
  },
};

export const UPDATE_COMPANY: OperationExamples = {
  books: { summary: 'Close the books of a year', request: { books_closed_until: '2025-12-31' } },
};

export const CREATE_CLIENT: OperationExamples = {
  new: {
    summary: 'A client that reads and creates documents',
    request: {
      name: 'Web shop',
      permissions: { document: ['create', 'read'], relation: ['create', 'read', 'update'] },
    },
  },
  brought: {
    summary: 'A client with the credentials of an earlier system',
    request: {
      name: 'Till',
      permissions: { document: ['create'] },
      client_id: 'till-7',
      client_secret: 'the secret of the earlier system',
    },
  },
};

export const UPDATE_CLIENT: OperationExamples = {
  off: { summary: 'Deactivate a client', request: { active: false } },
};

export const RENEW_SECRET: OperationExamples = {
  roll_over: {
    summary: 'Both secrets are valid for a day',
    request: { keep_previous_for_s: 86400 },
  },
};

export const PROVIDE_BANK_ACCOUNT: OperationExamples = {
  account: {
    summary: 'An account with its bank',
    request: { reference: 'BE68539007547034', bic: 'GKCCBEBB', name: 'Operations' },
  },
};

export const TRANSMIT_DOCUMENTS: OperationExamples = {
  documents: { summary: 'One document', request: { document_ids: [DOCUMENT_ID] } },
};

export const CREATE_LINK: OperationExamples = {
  payment: {
    summary: 'A payment that a bank reported',
    request: {
      target: 'document',
      target_id: DOCUMENT_ID,
      kind: 'reconciliation',
      reference: 'statement 117, line 4',
      amount: '60.00',
    },
  },
};

export const CLOSE_TRANSMISSION: OperationExamples = {
  failed: { summary: 'The receiver does not have the document', request: { outcome: 'failed' } },
};

export const SET_CLOCK: OperationExamples = {
  hour: { summary: 'A little over an hour ahead', request: { offset_s: 3700 } },
};
