import type { OperationExamples } from '../../http/route';

/** An invoice at two VAT rates. */
export const INVOICE = {
  type: 'invoice',
  relation_id: '01981e5c-7f6a-7c3e-8a51-0a4d6b1c2d3e',
  issue_date: '2026-07-01',
  order_reference: 'PO-4711',
  external_id: 'order-4711',
  metadata: { shop: 'gent' },
  lines: [
    { name: 'Consulting', quantity: '8', unit: 'HUR', unit_price: '95', vat_rate: '21' },
    { name: 'Handbook', quantity: '3', unit_price: '12.50', discount_percent: '10', vat_rate: '6' },
  ],
};

export const CREATED = {
  id: '01981e60-1c2d-7a3b-8c4d-5e6f7a8b9c0d',
  type: 'invoice',
  number: 'INV-2026-00001',
  journal_id: '01981e5c-0a1b-7c2d-8e3f-4a5b6c7d8e9f',
  status: 'draft',
  accounting_status: 'pending',
  peppol_status: null,
  peppol_error: null,
  payment_status: 'unpaid',
  relation_id: '01981e5c-7f6a-7c3e-8a51-0a4d6b1c2d3e',
  delivery_location_id: null,
  branding_id: null,
  issue_date: '2026-07-01',
  due_date: '2026-07-15',
  delivery_date: null,
  period_start: null,
  period_end: null,
  currency: 'EUR',
  exchange_rate: null,
  language: 'nl',
  buyer_reference: null,
  order_reference: 'PO-4711',
  note: null,
  payment_reference: '+++911/6452/49230+++',
  preceding_document: null,
  converted_from: null,
  converted_to: [],
  credited_amount: '0.00',
  credit_notes: [],
  responses: [],
  seller: {
    name: 'Studio Noord BV',
    vat: 'BE0123456749',
    identifier: null,
    electronic_address: null,
    address: {
      country_code: 'BE',
      street: 'Kaai',
      street_number: '12',
      box: null,
      postal_code: '9000',
      city: 'Gent',
      region: null,
    },
    email: 'info@studio-noord.example',
    phone: '+32 9 123 45 67',
    website: 'https://studio-noord.example',
    contact_name: 'Lien Maes',
    legal_information: 'Besloten vennootschap, RPR Gent',
  },
  buyer: {
    name: 'Bakkerij Peeters BV',
    vat: 'BE0417497106',
    identifier: null,
    electronic_address: '0088:5412345000013',
    address: {
      country_code: 'BE',
      street: 'Meir',
      street_number: '1',
      box: null,
      postal_code: '2000',
      city: 'Antwerpen',
      region: null,
    },
    email: 'facturen@bakkerij-peeters.example',
    phone: null,
    website: null,
    contact_name: null,
    legal_information: null,
  },
  delivery: null,
  payment: null,
  allowance_charges: [],
  vat_breakdown: [
    {
      category: 'S',
      rate: '21.00',
      taxable_amount: '760.00',
      vat_amount: '159.60',
      exemption_reason: null,
      exemption_code: null,
    },
    {
      category: 'S',
      rate: '6.00',
      taxable_amount: '33.75',
      vat_amount: '2.03',
      exemption_reason: null,
      exemption_code: null,
    },
  ],
  totals: {
    lines: '793.75',
    allowances: '0.00',
    charges: '0.00',
    tax_exclusive: '793.75',
    tax: '161.63',
    tax_inclusive: '955.38',
    rounding: '0.00',
    paid: '0.00',
    payable: '955.38',
    tax_in_company_currency: null,
  },
  paid_amount: null,
  open_amount: '955.38',
  duplicate_of: null,
  sent_at: null,
  transmitted_at: null,
  received_at: null,
  external_id: 'order-4711',
  metadata: { shop: 'gent' },
  created_at: '2026-07-01T09:30:00.000Z',
  updated_at: '2026-07-01T09:30:00.000Z',
  lines: [
    {
      name: 'Consulting',
      description: null,
      quantity: '8',
      unit: 'HUR',
      unit_price: '95',
      discount_percent: null,
      discount_amount: null,
      vat_rate: '21.00',
      vat_category: 'S',
      vat_exemption_reason: null,
      vat_exemption_code: null,
      item_reference: null,
      order_line_reference: null,
      net_amount: '760.00',
    },
    {
      name: 'Handbook',
      description: null,
      quantity: '3',
      unit: 'C62',
      unit_price: '12.5',
      discount_percent: '10.00',
      discount_amount: null,
      vat_rate: '6.00',
      vat_category: 'S',
      vat_exemption_reason: null,
      vat_exemption_code: null,
      item_reference: null,
      order_line_reference: null,
      net_amount: '33.75',
    },
  ],
  allowed_actions: ['update', 'delete', 'send', 'pay', 'credit'],
  attachments: [],
};

const NOTE = 'Thank you for the order.';

export const CREATE_DOCUMENT: OperationExamples = {
  invoice: { summary: 'An invoice at two VAT rates', request: INVOICE, response: CREATED },
};

export const PREVIEW_DOCUMENT: OperationExamples = {
  invoice: {
    summary: 'The same invoice, before it exists, by a company that the network does not know',
    request: INVOICE,
    response: {
      ...CREATED,
      id: null,
      number: null,
      payment_reference: null,
      created_at: null,
      updated_at: null,
      checks: [
        {
          code: 'send_failed',
          message: 'The company has no electronic address: an operator can add it.',
          pointer: null,
          rule: null,
          blocks: 'sending',
        },
      ],
    },
  },
};

export const UPDATE_DOCUMENT: OperationExamples = {
  note: { summary: 'A note', request: { note: NOTE }, response: { ...CREATED, note: NOTE } },
};

const OWN_DATA = { external_id: 'order-4711', metadata: { shop: 'gent', paid_by: 'card' } };

export const PUT_DOCUMENT_OWN_DATA: OperationExamples = {
  metadata: { summary: 'One more name and value', request: OWN_DATA, response: { ...CREATED, ...OWN_DATA } },
};

export const SEND_DOCUMENT: OperationExamples = {
  accepted: {
    summary: 'Accepted: the outcome comes later',
    response: {
      ...CREATED,
      status: 'sent',
      peppol_status: 'pending',
      seller: { ...CREATED.seller, electronic_address: '0208:0123456749' },
      allowed_actions: ['pay', 'credit'],
    },
  },
};
