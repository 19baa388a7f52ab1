import type { OperationExamples } from '../../http/route';

const ADDRESS = {
  ...{ country_code: 'BE', street: null, street_number: null, box: null, postal_code: null },
  ...{ city: 'Brussel', region: null },
};
const PARTY = {
  ...{ identifier: null, address: ADDRESS, email: null, phone: null },
  ...{ website: null, contact_name: null, legal_information: null },
};

const LINE = {
  ...{ name: 'Consultancy', description: 'Consultancy on site, hour 1', quantity: '1', unit: 'HUR' },
  ...{ unit_price: '100', base_quantity: null, discount_percent: null, discount_amount: null },
  ...{ vat_rate: '21.00', vat_category: 'S', vat_exemption_reason: null, vat_exemption_code: null },
  ...{ item_reference: 'C-0', order_line_reference: null, allowance_charges: [], net_amount: '100.00' },
};

const TOTALS = {
  ...{ lines: '100.00', allowances: '0.00', charges: '0.00', tax_exclusive: '100.00', tax: '21.00' },
  ...{ tax_inclusive: '121.00', rounding: '0.00', paid: '0.00', payable: '121.00' },
  tax_in_company_currency: null,
};

/** An invoice that was received over the network. */
export const RECEIVED = {
  id: '01981e70-1c2d-7a3b-8c4d-5e6f7a8b9c0d',
  ...{ type: 'purchase_invoice', number: 'F-1', journal_id: null, status: 'received' },
  ...{ accounting_status: 'pending', peppol_status: null, peppol_error: null, payment_status: 'unpaid' },
  relation_id: '01981e70-0a1b-7c2d-8e3f-4a5b6c7d8e9f',
  ...{ delivery_location_id: null, branding_id: null, issue_date: '2026-09-01', due_date: null },
  ...{ delivery_date: null, period_start: null, period_end: null, currency: 'EUR', exchange_rate: null },
  ...{ language: 'en', buyer_reference: 'NA', order_reference: null, note: null, payment_reference: null },
  ...{ preceding_document: null, converted_from: null, converted_to: [] },
  ...{ credited_amount: null, credit_notes: [], responses: [] as object[] },
  seller: {
    ...PARTY,
    ...{ name: 'Drukkerij Claes NV', vat: 'BE0876543270', electronic_address: '0208:0876543270' },
  },
  buyer: {
    ...PARTY,
    ...{ name: 'Studio Noord BV', vat: 'BE0123456749', electronic_address: '0088:5490000000011' },
  },
  ...{ delivery: null, payment: null, lines: [LINE], allowance_charges: [] },
  vat_breakdown: [
    {
      ...{ category: 'S', rate: '21.00', taxable_amount: '100.00', vat_amount: '21.00' },
      ...{ exemption_reason: null, exemption_code: null },
    },
  ],
  totals: TOTALS,
  ...{ paid_amount: null, open_amount: '121.00', duplicate_of: null, allowed_actions: ['pay', 'respond'] },
  ...{ attachments: [], sent_at: null, transmitted_at: null, received_at: '2026-09-01T10:00:00.000Z' },
  ...{ external_id: null, metadata: {} },
  ...{ created_at: '2026-09-01T10:00:00.000Z', updated_at: '2026-09-01T10:00:00.000Z' },
};

const QUESTION = { code: 'QTY', text: 'Two days were ordered, three are invoiced.' };

export const SEND_RESPONSE: OperationExamples = {
  query: {
    summary: 'A question, with the request for a partial credit note',
    request: { status: 'UQ', reasons: [QUESTION], actions: [{ code: 'CNP' }] },
    answer: {
      ...RECEIVED,
      responses: [
        {
          ...{ id: '01981e71-2b3c-7d4e-9f5a-6b7c8d9e0f1a', direction: 'sent', status: 'UQ' },
          ...{ reasons: [QUESTION], actions: [{ code: 'CNP', text: null }], note: null },
          ...{ effective_date: null, at: '2026-09-02T08:00:00.000Z', state: 'pending' },
        },
      ],
    },
  },
};
