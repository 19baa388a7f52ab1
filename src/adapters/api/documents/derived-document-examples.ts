import type { OperationExamples } from '../../http/route';
import { CREATED } from './document-examples';

/** A conversion of the quote `QUO-2026-00001`. */
export const CONVERT_DOCUMENT: OperationExamples = {
  invoice: {
    summary: 'The invoice of an accepted quote',
    request: { type: 'invoice', issue_date: '2026-07-01' },
    response: {
      ...CREATED,
      converted_from: {
        id: '01981e5f-2b3c-7d4e-8f5a-6b7c8d9e0f1a',
        number: 'QUO-2026-00001',
        type: 'quote',
      },
      external_id: null,
      metadata: {},
    },
  },
};

const [CONSULTING] = CREATED.lines;

/** A credit note for two of the eight hours of the invoice `INV-2026-00001`. */
export const CREDIT_DOCUMENT: OperationExamples = {
  part: {
    summary: 'Two of eight hours',
    request: { lines: [{ index: 0, quantity: '2' }], issue_date: '2026-07-02', note: 'Two hours too many.' },
    response: {
      ...CREATED,
      type: 'credit_note',
      number: 'CRN-2026-00001',
      payment_status: 'paid',
      issue_date: '2026-07-02',
      due_date: null,
      note: 'Two hours too many.',
      payment_reference: null,
      preceding_document: {
        id: '01981e60-1c2d-7a3b-8c4d-5e6f7a8b9c0d',
        number: 'INV-2026-00001',
        issue_date: '2026-07-01',
      },
      vat_breakdown: [{ ...CREATED.vat_breakdown[0], taxable_amount: '190.00', vat_amount: '39.90' }],
      totals: {
        ...CREATED.totals,
        lines: '190.00',
        tax_exclusive: '190.00',
        tax: '39.90',
        tax_inclusive: '229.90',
        payable: '229.90',
      },
      open_amount: '0.00',
      credited_amount: null,
      external_id: null,
      metadata: {},
      lines: [{ ...CONSULTING, quantity: '2', net_amount: '190.00' }],
      allowed_actions: ['update', 'delete', 'send'],
    },
  },
};
