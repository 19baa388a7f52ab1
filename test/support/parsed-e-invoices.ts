import type {
  StatedLine,
  StatedParty,
  StatedVatGroup,
  ParsedEInvoice,
} from '../../src/domain/e-invoicing/parsed-e-invoice';

export function aStatedParty(members: Partial<StatedParty> = {}): StatedParty {
  return {
    name: 'Seller NV',
    electronic_address: '0208:0123456749',
    vat: 'BE0123456749',
    identifiers: [{ scheme: '0208', value: '0123456749' }],
    address: null,
    email: null,
    phone: null,
    contact_name: null,
    legal_information: null,
    ...members,
  };
}

export function aStatedLine(members: Partial<StatedLine> = {}): StatedLine {
  return {
    name: 'Consultancy',
    description: null,
    quantity: '1',
    unit: 'HUR',
    unit_price: '100',
    base_quantity: null,
    vat_category: 'S',
    vat_rate: '21',
    item_reference: null,
    order_line_reference: null,
    allowance_charges: [],
    net_amount: '100.00',
    ...members,
  };
}

export function aStatedGroup(members: Partial<StatedVatGroup> = {}): StatedVatGroup {
  return {
    category: 'S',
    rate: '21',
    taxable_amount: '100.00',
    vat_amount: '21.00',
    exemption_reason: null,
    exemption_code: null,
    ...members,
  };
}

/** An invoice of 100.00 and 21.00 VAT, which adds up. */
export function aStatement({
  totals,
  ...members
}: Partial<Omit<ParsedEInvoice, 'totals'>> & {
  readonly totals?: Partial<ParsedEInvoice['totals']>;
} = {}): ParsedEInvoice {
  return {
    customization_id: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
    type_code: '380',
    is_credit_note: false,
    number: 'F-1',
    issue_date: '2026-09-01',
    due_date: null,
    delivery_date: null,
    period_start: null,
    period_end: null,
    currency: 'EUR',
    tax_currency: null,
    buyer_reference: null,
    order_reference: null,
    note: null,
    preceding_document: null,
    seller: aStatedParty(),
    buyer: aStatedParty({
      name: 'Buyer SRL',
      electronic_address: '0208:0876543270',
      vat: 'BE0876543270',
      identifiers: [],
    }),
    delivery: null,
    payment: null,
    payment_reference: null,
    payee: null,
    payment_terms: null,
    allowance_charges: [],
    vat_breakdown: [aStatedGroup()],
    lines: [aStatedLine()],
    ...members,
    totals: {
      lines: '100.00',
      allowances: null,
      charges: null,
      tax_exclusive: '100.00',
      tax: '21.00',
      tax_inclusive: '121.00',
      rounding: null,
      paid: null,
      payable: '121.00',
      tax_in_tax_currency: null,
      ...totals,
    },
  };
}
