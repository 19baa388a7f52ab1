import { peppolDocument } from '../../../src/domain/e-invoicing/peppol-document';
import { aDocument, type DocumentMembers } from '../../support/documents';

function peppol(members: DocumentMembers = {}) {
  const document = peppolDocument(aDocument(members));
  if (document === null) throw new Error('not transported');
  return document;
}

const LINE = { name: 'Work', quantity: '3', unit_price: '9.99', vat_rate: '21' };
const OUTSIDE_SCOPE = { ...LINE, vat_rate: '0', vat_category: 'O' } as const;

describe('A document on the network', () => {
  test.each([
    [{}, 'NA'],
    [{ buyer_reference: 'B-1' }, 'B-1'],
    [{ order_reference: 'PO-1' }, null],
  ] as const)('states a buyer reference unless it has an order reference: %p', (given, expected) => {
    expect(peppol(given).buyer_reference).toBe(expected);
  });

  test('states VAT numbers, except when all lines are outside the scope of VAT', () => {
    expect(peppol({ lines: [LINE, OUTSIDE_SCOPE] }).seller.vat).toBe('BE0123456749');
    const { seller, buyer } = peppol({ lines: [OUTSIDE_SCOPE] });
    expect([seller.vat, buyer.vat]).toEqual([null, null]);
    expect(seller.legal).toEqual({ scheme: '0208', value: '0123456749' });
  });

  test('has the company as seller, and as buyer when self-billed', () => {
    expect(peppol().seller.is_company).toBe(true);
    const own_bill = peppol({ type: 'purchase_invoice' });
    expect([own_bill.seller.is_company, own_bill.buyer.is_company]).toEqual([false, true]);
    expect(own_bill.seller.party.name).toBe('Peeters NV');
  });

  test('has a second VAT currency only when it differs from the currency of the document', () => {
    expect(peppol({ currency: 'USD', exchange_rate: '0.9' }).tax_currency).toBe('EUR');
    expect(peppol({ currency: 'USD' }).tax_currency).toBeNull();
    expect(
      peppol({ currency: 'USD', exchange_rate: '0.9', company: { currency: 'USD' } }).tax_currency,
    ).toBeNull();
  });

  test('is null for a type that is not transported', () => {
    expect(peppolDocument(aDocument({ type: 'quote' }))).toBeNull();
  });
});

describe('The payment means', () => {
  const danish = {
    country_code: 'DK',
    street: null,
    street_number: null,
    box: null,
    postal_code: null,
    city: null,
    region: null,
  };

  test.each([
    ['credit transfer to an account', {}, '30'],
    [
      'SEPA credit transfer within Denmark',
      { company: { address: danish }, relation: { address: danish } },
      '58',
    ],
    ['credit transfer for a credit note without reference and due date', { type: 'credit_note' }, '30'],
    [
      'credit transfer to a Danish seller from a buyer without an address',
      { type: 'purchase_invoice', company: { address: null }, relation: { address: danish } },
      '30',
    ],
    ['not defined without an account', { bank_account: null, payment_reference: 'R' }, '1'],
  ] as const)('are %s', (_, members, code) => {
    expect(peppol(members).payment?.code).toBe(code);
  });

  test('are absent when the document has none', () => {
    expect(peppol({ type: 'credit_note', bank_account: null }).payment).toBeNull();
  });

  test('hold the due date of a credit note, not that of an invoice', () => {
    const due = { due_date: '2026-08-01', bank_account: null } as const;
    expect(peppol({ ...due, type: 'credit_note' }).payment?.due_date).toBe('2026-08-01');
    expect(peppol({ ...due, payment_reference: 'R' }).payment?.due_date).toBeNull();
  });
});

describe('The discount of a line', () => {
  test.each([
    [
      'a percentage and its base',
      { discount_percent: '10' },
      { amount: '3.00', percent: '10.00', base_amount: '29.97' },
    ],
    ['an amount alone', { discount_amount: '1.5' }, { amount: '1.50', percent: null, base_amount: null }],
    [
      'negative on a line that takes back',
      { quantity: '-3', discount_percent: '10' },
      { amount: '-3.00', percent: '10.00', base_amount: '-29.97' },
    ],
    ['absent when it is nothing', { discount_amount: '0' }, null],
  ] as const)('is %s', (_, changes, discount) => {
    expect(
      peppol({
        lines: [
          { ...LINE, quantity: '3', ...changes },
          { ...LINE, quantity: '9' },
        ],
      }).lines[0]?.discount,
    ).toEqual(discount);
  });

  test('states no percentage when rounding to whole yen changes it', () => {
    const lines = [{ ...LINE, unit_price: '111', quantity: '1', discount_percent: '3.3' }];
    expect(peppol({ currency: 'JPY', lines }).lines[0]?.discount).toEqual({
      amount: '4',
      percent: null,
      base_amount: null,
    });
  });
});

test('A discount or charge on the document is one allowance or charge per VAT rate, with its percentage if that gives the amount', () => {
  const { allowance_charges } = peppol({
    lines: [LINE, { ...LINE, vat_rate: '6' }],
    allowance_charges: [
      { kind: 'allowance', percent: '10', reason: 'Loyalty' },
      { kind: 'charge', amount: '5', reason: 'Freight' },
    ],
  });
  expect(
    allowance_charges.map(({ index, kind, vat_rate, amount, percent, base_amount }) => [
      index,
      kind,
      vat_rate,
      amount,
      percent,
      base_amount,
    ]),
  ).toEqual([
    [0, 'allowance', '21.00', '3.00', '10.00', '29.97'],
    [0, 'allowance', '6.00', '2.99', '10.00', '29.97'],
    [1, 'charge', '21.00', '2.50', null, null],
    [1, 'charge', '6.00', '2.50', null, null],
  ]);
});

describe('The parties on the network', () => {
  test('have roles, and only a seller has legal information', () => {
    const { seller, buyer } = peppol({ company: { legal_information: 'RPR Brussel' } });
    expect([seller.role, seller.legal_information]).toEqual(['seller', 'RPR Brussel']);
    expect([buyer.role, buyer.legal_information]).toEqual(['buyer', null]);
    const own_bill = peppol({ type: 'purchase_invoice', company: { legal_information: 'RPR Brussel' } });
    expect(own_bill.buyer.legal_information).toBeNull();
  });

  test.each([
    [{}, null],
    [{ phone: '1' }, { name: 'Janssens BV', phone: '1', email: null }],
    [{ email: 'a@b.example' }, { name: 'Janssens BV', phone: null, email: 'a@b.example' }],
    [{ contact_name: 'Accounts' }, { name: 'Accounts', phone: null, email: null }],
    [
      { contact_name: 'Accounts', phone: '1', email: 'a@b.example' },
      { name: 'Accounts', phone: '1', email: 'a@b.example' },
    ],
  ])('with %j have the contact %j', (company, contact) => {
    expect(peppol({ company }).seller.contact).toEqual(contact);
  });

  test('have no attachments unless they are given', () => {
    expect(peppol().attachments).toEqual([]);
  });
});

test.each([
  ['DK', 'DK', '58'],
  ['DK', 'BE', '30'],
  ['BE', 'DK', '30'],
  [null, 'DK', '30'],
  [null, 'BE', '30'],
])('A seller in %s is paid by a buyer in %s with the means %s', (seller, buyer, code) => {
  const address = (country_code: string) => ({
    ...{ street: null, street_number: null, box: null, postal_code: null, city: null, region: null },
    country_code,
  });
  const company = { address: seller === null ? null : address(seller) };
  expect(peppol({ company, relation: { address: address(buyer) } }).payment?.code).toBe(code);
});
