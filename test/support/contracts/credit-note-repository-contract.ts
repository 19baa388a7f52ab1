import { type CreditedSums, NOTHING_CREDITED } from '../../../src/domain/documents/derived/credited';
import type { CreditedLine } from '../../../src/domain/documents/derived/credit-lines';
import type { DocumentInput } from '../../../src/domain/documents/draft';
import { decimal } from '../../../src/domain/values/money';
import type { UnitsOfWork } from '../../../src/ports/unit-of-work';
import { Credits } from '../../../src/use-cases/documents/credits';
import { DocumentCreation } from '../../../src/use-cases/documents/document-creation';
import { aBusiness, type Business, DAYS_AHEAD } from '../business';
import { creditedSums, type MadeCredit } from '../credited-sums';
import { readOn, writeOn } from './stored-documents';

/** What every repository of credit notes does; run on the fake and on PostgreSQL. */
export function testCreditNoteRepository(unitsOf: () => UnitsOfWork): void {
  const read = readOn(unitsOf);
  let business: Business;
  beforeEach(async () => {
    business = await aBusiness(unitsOf());
  });

  const list = (invoice_id: string, { company_id } = business) =>
    read(({ credit_notes }) => credit_notes.list(company_id, invoice_id));
  const sumMade = (invoice_id: string, { company_id } = business) =>
    read(({ credit_notes }) => credit_notes.sumMade(company_id, invoice_id));

  /** Makes a credit note from the invoice. */
  async function made(invoice_id: string, lines?: readonly CreditedLine[]): Promise<MadeCredit> {
    const { clock, ids, company_id } = business;
    const creation = new DocumentCreation(clock, ids, { issue_date_days_ahead: DAYS_AHEAD });
    const { id } = await new Credits(clock, ids, creation).credit(unitsOf().open(), company_id, invoice_id, {
      lines,
    });
    const { credit_origin, ...note } = (await read(({ documents }) => documents.find(company_id, id)))!;
    return { ...note, credit_origin: credit_origin! };
  }

  test('the credit notes that name an invoice are listed, the oldest first', async () => {
    const [invoice, other] = [await business.issued(), await business.issued()];
    expect(await list(invoice.id)).toEqual([]);
    const preceding_document = { id: invoice.id };
    const first = await business.issued({ type: 'credit_note', preceding_document });
    await business.issued({ type: 'credit_note', preceding_document: { id: other.id } });
    await business.issued({ type: 'credit_note', preceding_document: { number: invoice.number } });
    business.clock.advance(1_000);
    const second = await business.issued({ type: 'credit_note', preceding_document });
    const expected = [first, second].map(({ id, number, totals }) => {
      return { id, number, totals, is_made: false };
    });
    expect(await list(invoice.id)).toEqual(expected);
    expect(await list(invoice.id, await aBusiness(unitsOf()))).toEqual([]);
    expect(await sumMade(invoice.id)).toEqual(NOTHING_CREDITED);
  });

  test('those that were made from the invoice are added up, by line, share and VAT group', async () => {
    const lines = [
      { name: 'Work', quantity: '3', unit_price: '10', vat_rate: '21', discount_percent: '10' },
      { name: 'Work', quantity: '2', unit_price: '5', vat_rate: '6' },
    ];
    const allowance_charges = [{ kind: 'allowance', amount: '3.70', reason: 'Loyalty' }] as const;
    const currencies = { currency: 'USD', exchange_rate: '0.5' };
    const { id } = await business.issued({ lines, allowance_charges, ...currencies });
    await made(id, [{ index: 0, quantity: '1' }]);
    await business.issued({ type: 'credit_note', preceding_document: { id }, currency: 'USD' });
    await made(id, [{ index: 1, quantity: '0.5' }, { index: 0 }]);
    expect((await list(id)).map(({ is_made }) => is_made)).toEqual([true, false, true]);
    expect(await sumMade(id)).toEqual<CreditedSums>({
      lines: new Map([
        [0, { quantity: decimal('3'), discount_amount: decimal('3'), net_amount: decimal('27') }],
        [1, { quantity: decimal('0.5'), discount_amount: decimal('0'), net_amount: decimal('2.5') }],
      ]),
      shares: new Map([
        ['0 S 21.00', decimal('-2.7')],
        ['0 S 6.00', decimal('-0.25')],
      ]),
      vat_groups: new Map([
        ['S 21.00', { taxable_amount: decimal('24.3'), vat_amount: decimal('5.1') }],
        ['S 6.00', { taxable_amount: decimal('2.25'), vat_amount: decimal('0.14') }],
      ]),
      tax_in_company_currency: decimal('2.62'),
    });
    expect(await sumMade(id, await aBusiness(unitsOf()))).toEqual(NOTHING_CREDITED);
  });

  const LINES = [
    { name: 'Days', description: 'In June', quantity: '9', unit_price: '100.333333', vat_rate: '21' },
    { name: 'Returned', quantity: '-3', unit_price: '7.77', vat_rate: '21', discount_amount: '2' },
    { name: 'Books', quantity: '8.000004', unit_price: '33.35', vat_rate: '6', discount_percent: '12.5' },
    { name: 'Free', quantity: '3', unit_price: '0', vat_rate: '6' },
    { name: 'Abroad', quantity: '6', unit_price: '50', vat_rate: '0', vat_category: 'Z' },
  ] as const;
  const ENTRIES = [
    { kind: 'allowance', percent: '7.5', reason: 'Loyalty' },
    { kind: 'charge', amount: '19', reason: 'Freight' },
    { kind: 'allowance', amount: '5', reason: 'Round' },
  ] as const;
  const PARTS: readonly CreditedLine[][] = [
    [{ index: 0, quantity: '2' }],
    [
      { index: 4, quantity: '1' },
      { index: 2, quantity: '0.000004' },
      { index: 0, quantity: '1.5' },
    ],
    [{ index: 2, quantity: '3' }, { index: 1, quantity: '-1' }, { index: 3 }],
    [
      { index: 0, quantity: '4' },
      { index: 1, quantity: '-0.5' },
      { index: 4, quantity: '0.1' },
    ],
  ];

  test.each<[string, Partial<DocumentInput>]>([
    ['in the currency of the company', {}],
    ['in another currency', { currency: 'KWD', exchange_rate: '2.987654' }],
    ['in a currency without decimals', { currency: 'JPY', exchange_rate: '0.0061' }],
    ['without allowances and charges', { allowance_charges: null }],
  ])('their sums %s are those of all their lines, also after a change of texts', async (_, members) => {
    const { id } = await business.issued({ lines: LINES, allowance_charges: ENTRIES, ...members });
    const notes: MadeCredit[] = [];
    for (const lines of PARTS) {
      notes.push(await made(id, lines));
      expect(await sumMade(id)).toEqual(creditedSums(notes));
    }
    const [first] = await list(id);
    await writeOn(unitsOf)(async ({ documents }) => {
      const { company_id } = business;
      const stored = (await documents.lock(company_id, first!.id))!;
      const lines = stored.lines.map((line) => ({ ...line, description: '"quantity": "1"' }));
      await documents.save(company_id, stored, { ...stored, lines, version: stored.version + 1 });
    });
    notes.push(await made(id));
    expect(await sumMade(id)).toEqual(creditedSums(notes));
    const credited = await read(({ documents }) => documents.find(business.company_id, id));
    expect(credited!.credited).toMatchObject({ is_made: true, is_complete: true });
  });
}
