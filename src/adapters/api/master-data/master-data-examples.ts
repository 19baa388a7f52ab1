import type { OperationExamples } from '../../http/route';

const MADE = { created_at: '2026-07-01T09:30:00.000Z', updated_at: '2026-07-01T09:30:00.000Z' };
const NO_OWN_DATA = { external_id: null, metadata: {} };
const ADDRESS = {
  country_code: 'BE',
  street: 'Meir',
  street_number: '1',
  box: null,
  postal_code: '2000',
  city: 'Antwerpen',
  region: null,
};

export const CREATE_RELATION: OperationExamples = {
  company: {
    summary: 'A company that is reachable over the e-invoicing network',
    request: {
      type: 'company',
      name: 'Bakkerij Peeters BV',
      vat: 'BE 0417.497.106',
      electronic_address: '0208:0417497106',
      email: 'facturen@bakkerij-peeters.example',
      language: 'nl',
      payment_term_days: 14,
      address: ADDRESS,
      external_id: 'customer-17',
    },
    response: {
      id: '01981e5c-7f6a-7c3e-8a51-0a4d6b1c2d3e',
      type: 'company',
      name: 'Bakkerij Peeters BV',
      vat: 'BE0417497106',
      identifier: null,
      electronic_address: '0208:0417497106',
      website: null,
      email: 'facturen@bakkerij-peeters.example',
      phone: null,
      language: 'nl',
      address: ADDRESS,
      iban: null,
      bic: null,
      payment_term_days: 14,
      buyer_reference: null,
      note: null,
      external_id: 'customer-17',
      metadata: {},
      ...MADE,
    },
  },
  contact: {
    summary: 'A person',
    request: { type: 'contact', first_name: 'Ada', last_name: 'Janssens', address: ADDRESS },
    response: {
      id: '01981e5c-7f6a-7c3e-8a51-0a4d6b1c2d3f',
      type: 'contact',
      first_name: 'Ada',
      last_name: 'Janssens',
      email: null,
      phone: null,
      language: null,
      address: ADDRESS,
      iban: null,
      bic: null,
      payment_term_days: null,
      buyer_reference: null,
      note: null,
      ...NO_OWN_DATA,
      ...MADE,
    },
  },
};

export const CREATE_DELIVERY_LOCATION: OperationExamples = {
  depot: {
    summary: 'A place with a GLN',
    request: { name: 'Depot', identifier: '5412345000013', identifier_scheme: '0088', address: ADDRESS },
    response: {
      id: '01981e5c-8a10-7b2c-9d3e-4f5a6b7c8d9e',
      name: 'Depot',
      identifier: '5412345000013',
      identifier_scheme: '0088',
      address: ADDRESS,
      ...MADE,
    },
  },
};

export const CREATE_BANK_ACCOUNT: OperationExamples = {
  first: {
    summary: 'The first account becomes the default',
    request: { reference: 'BE68 5390 0754 7034', name: 'Current account' },
    response: {
      id: '01981e5c-9b20-7c3d-8e4f-5a6b7c8d9e0f',
      reference: 'BE68539007547034',
      bic: null,
      name: 'Current account',
      default: true,
      manual: true,
      ...NO_OWN_DATA,
      ...MADE,
    },
  },
};

export const CREATE_JOURNAL: OperationExamples = {
  web_shop: {
    summary: 'A second sales journal',
    request: { code: 'WEB', name: 'Web shop', category: 'sales', number_format: 'WEB-{yyyy}-{seq:6}' },
    response: {
      id: '01981e5c-ac30-7d4e-9f5a-6b7c8d9e0f1a',
      code: 'WEB',
      name: 'Web shop',
      category: 'sales',
      sequence_scope: 'yearly',
      number_format: 'WEB-{yyyy}-{seq:6}',
      first_number: 1,
      bank_account_id: null,
      default: false,
      active: true,
      last_number: null,
      ...NO_OWN_DATA,
      ...MADE,
    },
  },
};

export const CREATE_BRANDING: OperationExamples = {
  house_style: {
    summary: 'A color and a footer',
    request: { name: 'House style', primary_color: '#1a4f8b', footer: 'Thank you for your trust.' },
    response: {
      id: '01981e5c-bd40-7e5f-8a6b-7c8d9e0f1a2b',
      name: 'House style',
      default: true,
      primary_color: '#1a4f8b',
      address_position: 'left',
      header: null,
      footer: 'Thank you for your trust.',
      has_logo: false,
      ...NO_OWN_DATA,
      ...MADE,
    },
  },
};

export const UPDATE_RELATION: OperationExamples = {
  terms: {
    summary: 'Another term of payment, and no telephone number',
    request: { payment_term_days: 30, phone: null },
  },
};

export const UPDATE_DELIVERY_LOCATION: OperationExamples = {
  name: { summary: 'Another name', request: { name: 'Depot north' } },
};

export const UPDATE_BANK_ACCOUNT: OperationExamples = {
  name: { summary: 'Another name', request: { name: 'Account for the web shop' } },
};

export const UPDATE_BRANDING: OperationExamples = {
  footer: { summary: 'Another footer', request: { footer: null, header: 'Since 1987' } },
};
