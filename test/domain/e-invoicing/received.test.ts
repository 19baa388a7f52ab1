import { receivedDocument, receivedType } from '../../../src/domain/e-invoicing/received';
import { aStatedGroup, aStatedLine, aStatedParty, aStatement } from '../../support/parsed-e-invoices';

const NOW = new Date('2026-09-02T10:00:00.000Z');
const received = (members: Parameters<typeof aStatement>[0] = {}, company_currency = 'EUR') =>
  receivedDocument(aStatement(members), {
    id: 'an-id',
    now: NOW,
    company: { currency: company_currency, language: 'nl' },
    relation: { id: 'a-relation', language: null },
    duplicate_of: null,
  });

describe('The type of a received document', () => {
  const SELF_BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0';
  test.each([
    ['380', false, null, 'purchase_invoice'],
    ['381', true, null, 'purchase_credit_note'],
    ['384', false, null, 'purchase_invoice'],
    ['389', false, null, 'invoice'],
    ['527', false, null, 'invoice'],
    ['261', true, null, 'credit_note'],
    ['380', false, SELF_BILLING, 'invoice'],
    ['381', true, SELF_BILLING, 'credit_note'],
  ])('of code %s (credit note: %s, %s) is %s', (type_code, is_credit_note, customization_id, type) => {
    expect(receivedType(aStatement({ type_code, is_credit_note, customization_id }))).toBe(type);
  });
});

describe('A received document', () => {
  test('with many lines and VAT groups is read in linear time', () => {
    const rates = Array.from({ length: 10_000 }, (_, n) => `${n}.5`);
    const { lines } = received({
      customization_id: null,
      lines: rates.map((vat_rate) => aStatedLine({ vat_rate, net_amount: '0' })),
      vat_breakdown: rates.map((rate) =>
        aStatedGroup({ rate, taxable_amount: '0', vat_amount: '0', exemption_reason: `at ${rate}` }),
      ),
      totals: { lines: '0', tax_exclusive: '0', tax: '0', tax_inclusive: '0', payable: '0' },
    });
    expect(lines.at(-1)!.vat_exemption_reason).toBe('at 9999.5');
  }, 60_000);

  test('has no journal, and cannot be sent or changed', () => {
    expect(received()).toMatchObject({
      ...{ status: 'received', journal_id: null, period: null, sequence_number: null, number: 'F-1' },
      ...{ peppol_status: null, received_at: NOW, created_at: NOW, version: 1, language: 'nl' },
    });
  });

  test.each([
    ['JPY', '100', '100'],
    ['JPY', '100.50', '100.5'],
    ['EUR', '100', '100.00'],
    ['KWD', '100.5', '100.500'],
  ])('writes amounts in %s with its decimals, and rounds none: %s', (currency, stated, written) => {
    const amounts = {
      lines: stated,
      tax_exclusive: stated,
      tax: '0',
      tax_inclusive: stated,
      payable: stated,
    };
    const { totals, lines } = received({
      currency,
      customization_id: null,
      lines: [aStatedLine({ vat_category: 'Z', vat_rate: '0', net_amount: stated })],
      vat_breakdown: [aStatedGroup({ category: 'Z', rate: '0', taxable_amount: stated, vat_amount: '0' })],
      totals: amounts,
    });
    expect([totals.payable, totals.lines, lines[0]!.net_amount]).toEqual([written, written, written]);
  });

  test('writes numbers in their shortest form, and rates with two decimals', () => {
    const [line] = received({
      lines: [aStatedLine({ quantity: '1.000', unit_price: '100.0', base_quantity: '1.0' })],
    }).lines;
    expect(line).toMatchObject({ quantity: '1', unit_price: '100', base_quantity: '1', vat_rate: '21.00' });
  });

  test.each([
    [null, 'unpaid'],
    ['21', 'partial'],
    ['121.00', 'paid'],
  ])('of which %s was paid is %s', (paid, status) => {
    const payable = (121 - Number(paid ?? 0)).toFixed(2);
    expect(received({ totals: { paid, payable } }).payment_status).toBe(status);
  });

  test('does not repeat a long exemption reason on each of its lines', () => {
    const { lines, vat_breakdown } = received({
      lines: [aStatedLine({ vat_category: 'E', vat_rate: '0' })],
      vat_breakdown: [
        aStatedGroup({
          ...{ category: 'E', rate: '0', vat_amount: '0' },
          ...{ exemption_reason: 'x'.repeat(2_000), exemption_code: 'y'.repeat(2_000) },
        }),
      ],
      totals: { tax: '0', tax_inclusive: '100', payable: '100' },
    });
    expect(vat_breakdown[0]).toMatchObject({ exemption_reason: 'x'.repeat(2_000) });
    expect(lines[0]).toMatchObject({
      ...{ vat_exemption_reason: 'x'.repeat(1_000), vat_exemption_code: 'y'.repeat(255) },
    });
  });

  test('has on its lines the exemption reason of their VAT group', () => {
    const { lines } = received({
      lines: [aStatedLine({ vat_category: 'O', vat_rate: null })],
      vat_breakdown: [
        aStatedGroup({
          category: 'O',
          rate: null,
          vat_amount: '0',
          exemption_reason: 'Why',
          exemption_code: 'VATEX-EU-O',
        }),
      ],
      totals: { tax: '0', tax_inclusive: '100', payable: '100' },
    });
    expect(lines).toMatchObject([
      { vat_rate: '0.00', vat_exemption_reason: 'Why', vat_exemption_code: 'VATEX-EU-O' },
    ]);
  });

  // BR-E-09 and the like compare no rate, so that such a document is accepted.
  test('has no reason on a line of an exempt category whose rate the breakdown does not state', () => {
    const { lines } = received({
      lines: [aStatedLine({ vat_category: 'E', vat_rate: '6' })],
      vat_breakdown: [aStatedGroup({ category: 'E', rate: '0', vat_amount: '0', exemption_reason: 'Why' })],
      totals: { tax: '0', tax_inclusive: '100', payable: '100' },
    });
    expect(lines).toMatchObject([{ vat_rate: '6.00', vat_exemption_reason: null, vat_exemption_code: null }]);
  });

  test.each([
    ['EUR', '92.30'],
    ['GBP', null],
  ])('in another currency has its VAT in %s as stated', (company_currency, tax) => {
    const members = { currency: 'USD', tax_currency: 'EUR', totals: { tax_in_tax_currency: '92.3' } };
    expect(received(members, company_currency).totals.tax_in_company_currency).toBe(tax);
  });

  test.each([
    ['the currency of the document', { tax_currency: 'EUR', totals: { tax_in_tax_currency: '21' } }],
    ['another currency without an amount', { currency: 'USD', tax_currency: 'EUR' }],
  ])('has no second VAT amount for %s', (_case, members) => {
    expect(received(members).totals.tax_in_company_currency).toBeNull();
  });

  test('may be delivered to a place without an address (BR-57 does not ask for one)', () => {
    const nowhere = { name: null, identifier: null, identifier_scheme: null, address: null };
    const gln = { identifier: '5412345000013', identifier_scheme: '0088' };
    const delivery = received({ delivery: { ...nowhere, ...gln } }).delivery;
    expect(delivery).toEqual({ ...gln, name: null, address: null });
    expect(received({ delivery: { ...nowhere, name: 'Depot' } }).delivery).toMatchObject({ name: 'Depot' });
    expect(received({ delivery: nowhere }).delivery).toBeNull();
  });
});

describe('The values that a received document takes over', () => {
  test('do not include payment, marks and generated values of the service', () => {
    expect(received()).toMatchObject({
      ...{
        accounting_status: 'pending',
        payment_reference_made: false,
        embed_pdf: false,
        marked_sent: false,
      },
      ...{ preceding_document: null, payment: null, paid_amount: null, duplicate_of: null },
    });
  });

  test('include the credited invoice and the account to pay to', () => {
    const preceding_document = { number: 'F-0', issue_date: '2026-01-01' };
    const payment = { account: 'BE68539007547034', bic: 'KREDBEBB' };
    expect(received({ preceding_document, payment })).toMatchObject({
      preceding_document: { id: null, ...preceding_document },
      payment: { iban: 'BE68539007547034', bic: 'KREDBEBB' },
    });
  });

  test('include the payee, unless it is the seller, and the payment terms', () => {
    const payment_terms = '2 % within 8 days\n30 days';
    expect(received({ payee: 'Factor AG', payment_terms })).toMatchObject({
      payee: 'Factor AG',
      payment_terms,
    });
    expect(received({ payee: aStatement().seller.name })).toMatchObject({ payee: null, payment_terms: null });
  });

  test('include a long payee and long payment terms in part', () => {
    expect(received({ payee: 'ß'.repeat(256), payment_terms: '𝟚'.repeat(10_001) })).toMatchObject({
      payee: 'ß'.repeat(255),
      payment_terms: '𝟚'.repeat(10_000),
    });
  });

  test('include each party with its first identifier', () => {
    const seller = aStatedParty({
      name: 'Afzender',
      identifiers: [
        { scheme: '0208', value: '1' },
        { scheme: null, value: '2' },
      ],
    });
    const buyer = aStatedParty({ name: 'Ontvanger', identifiers: [] });
    expect(received({ seller, buyer })).toMatchObject({
      seller: { name: 'Afzender', identifier: '1', website: null },
      buyer: { name: 'Ontvanger', identifier: null, website: null },
    });
  });

  test('include each VAT group', () => {
    expect(received().vat_breakdown).toEqual(
      aStatement().vat_breakdown.map(({ category, exemption_reason, exemption_code }) => ({
        ...{ category, exemption_reason, exemption_code },
        rate: expect.stringMatching(/^\d+\.\d\d$/) as string,
        taxable_amount: expect.stringMatching(/^\d+\.\d\d$/) as string,
        vat_amount: expect.stringMatching(/^\d+\.\d\d$/) as string,
      })),
    );
  });
});

describe('The allowances and charges of a received document', () => {
  const allowance = { kind: 'allowance', percent: null, base_amount: null, reason: null } as const;
  const charge = { ...allowance, kind: 'charge' } as const;

  test('are on its lines as they are stated, with the decimals of the currency', () => {
    const { lines } = received({
      lines: [
        aStatedLine({
          unit_price: '105',
          allowance_charges: [
            { ...allowance, amount: '10', percent: '12.5', base_amount: '80', reason: 'Damage' },
            { ...charge, amount: '5' },
          ],
        }),
      ],
    });
    expect(lines[0]).toMatchObject({ discount_percent: null, discount_amount: null });
    expect(lines[0]!.allowance_charges).toEqual([
      { kind: 'allowance', amount: '10.00', percent: '12.50', base_amount: '80.00', reason: 'Damage' },
      { kind: 'charge', amount: '5.00', percent: null, base_amount: null, reason: null },
    ]);
  });

  test('are those of the document, each with one share at its own rate', () => {
    const vat = { vat_category: 'S', vat_rate: '21' } as const;
    const { allowance_charges } = received({
      allowance_charges: [
        { ...allowance, ...vat, amount: '20' },
        { ...charge, ...vat, amount: '5', percent: '10', base_amount: '50', reason: 'Freight' },
      ],
      vat_breakdown: [aStatedGroup({ taxable_amount: '85', vat_amount: '17.85' })],
      totals: {
        ...{ allowances: '20', charges: '5', tax_exclusive: '85' },
        ...{ tax: '17.85', tax_inclusive: '102.85', payable: '102.85' },
      },
    });
    const share = { vat_category: 'S', vat_rate: '21.00' };
    expect(allowance_charges).toEqual([
      {
        ...{ kind: 'allowance', amount: '20.00', applied_amount: '20.00', percent: null, reason: null },
        shares: [{ ...share, amount: '20.00', base_amount: '20.00' }],
      },
      {
        ...{ kind: 'charge', amount: '5.00', applied_amount: '5.00', percent: '10.00', reason: 'Freight' },
        shares: [{ ...share, amount: '5.00', base_amount: '50.00' }],
      },
    ]);
  });
});

describe('The unit of a received line', () => {
  test.each([
    ['KGM', 'KGM'],
    [null, 'C62'],
  ])('is the stated one, else pieces: %s', (unit, expected) => {
    expect(received({ lines: [aStatedLine({ unit })] }).lines[0]!.unit).toBe(expected);
  });
});
