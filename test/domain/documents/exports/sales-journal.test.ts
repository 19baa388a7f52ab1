import fc from 'fast-check';
import type { DocumentRow } from '../../../../src/domain/documents/document';
import {
  isAccounted,
  isSale,
  SALES_JOURNAL_HEAD,
  salesJournalRecords,
} from '../../../../src/domain/documents/exports/sales-journal';
import { DomainError } from '../../../../src/domain/errors';
import { minorUnits } from '../../../../src/domain/values/currency';
import { decimal, sum, writtenDecimals, ZERO } from '../../../../src/domain/values/money';
import { ANY_DOCUMENT } from '../../../e-invoicing/any-document';
import { A_LINE, aDocument, type DocumentMembers } from '../../../support/documents';
import { fieldsOf } from '../../../support/csv';

const COLUMNS = fieldsOf(SALES_JOURNAL_HEAD.slice(1));
const rowOf = (members: DocumentMembers, changes: Partial<DocumentRow> = {}): DocumentRow => ({
  ...aDocument(members),
  converted_to: [],
  ...changes,
});
/** @returns undefined for members that creation refuses */
function acceptedRow(members: DocumentMembers): DocumentRow | undefined {
  try {
    return rowOf({ ...members, paid_amount: null });
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
const recordsOf = (document: DocumentRow) =>
  salesJournalRecords(document)
    .split(/(?<=\r\n)/)
    .map((record) => Object.fromEntries(fieldsOf(record).map((value, index) => [COLUMNS[index]!, value])));

describe('a sales journal', () => {
  test('begins with the mark of UTF-8 and the columns by the names of EN 16931', () => {
    expect(SALES_JOURNAL_HEAD.startsWith('\ufeffInvoice number,Invoice type code,')).toBe(true);
    expect(new Set(COLUMNS).size).toBe(17);
  });

  test('has a record for each VAT group', () => {
    const lines = [{ ...A_LINE }, { ...A_LINE, unit_price: '1000.5', vat_rate: '6' }];
    const records = recordsOf(rowOf({ lines, due_date: '2026-07-31', payment_reference: 'Ref 1' }));
    const same = {
      'Invoice number': '2026-00042',
      'Invoice type code': '380',
      'Invoice issue date': '2026-07-01',
      'Payment due date': '2026-07-31',
      'Buyer name': 'Peeters NV',
      'Buyer VAT identifier': 'BE0876543270',
      'Buyer country code': 'BE',
      'Preceding Invoice reference': '',
      'Remittance information': 'Ref 1',
      'Invoice currency code': 'EUR',
      'VAT category code': 'S',
      'VAT exemption reason code': '',
      'VAT exemption reason text': '',
      'Invoice total VAT amount in accounting currency': '',
    };
    expect(records).toEqual([
      {
        ...same,
        ...{ 'VAT category rate': '21.00', 'VAT category taxable amount': '100.00' },
        'VAT category tax amount': '21.00',
      },
      {
        ...same,
        ...{ 'VAT category rate': '6.00', 'VAT category taxable amount': '1000.50' },
        'VAT category tax amount': '60.03',
      },
    ]);
  });

  test('has the reason code of a received document as a text, not as a formula', () => {
    const code = '=HYPERLINK("https://attacker.example")';
    const vat_breakdown = rowOf({}).vat_breakdown.map((group) => ({ ...group, exemption_code: code }));
    expect(recordsOf(rowOf({}, { vat_breakdown }))).toMatchObject([
      { 'VAT exemption reason code': `'${code}` },
    ]);
  });

  test('says why a VAT group is exempt', () => {
    const exempt = { ...A_LINE, vat_rate: '0', vat_category: 'E' as const };
    const vat_breakdown = rowOf({ lines: [exempt] }).vat_breakdown.map((group) => ({
      ...group,
      exemption_code: 'VATEX-EU-132-1I',
      exemption_reason: '-Education',
    }));
    expect(recordsOf(rowOf({ lines: [exempt] }, { vat_breakdown }))).toEqual([
      expect.objectContaining({
        ...{ 'VAT category code': 'E', 'VAT category rate': '0.00' },
        'VAT exemption reason code': 'VATEX-EU-132-1I',
        'VAT exemption reason text': "'-Education",
      }),
    ]);
  });

  test('has negative amounts for a credit note, and names its invoice', () => {
    const preceding_document = { number: 'F-1', issue_date: null };
    const lines = [A_LINE, { ...A_LINE, vat_rate: '0', vat_category: 'Z' as const }];
    const records = recordsOf(rowOf({ type: 'credit_note', preceding_document, lines }));
    expect(records[0]).toMatchObject({
      ...{ 'Invoice type code': '381', 'Preceding Invoice reference': 'F-1' },
      ...{ 'VAT category taxable amount': '-100.00', 'VAT category tax amount': '-21.00' },
    });
    expect(records[1]).toMatchObject({ 'VAT category tax amount': '0.00' });
  });

  test('states the VAT in the currency of the books once for a document', () => {
    const lines = [A_LINE, { ...A_LINE, vat_rate: '6' }];
    const records = recordsOf(rowOf({ lines, currency: 'USD', exchange_rate: '0.9' }));
    const column = records.map((record) => record['Invoice total VAT amount in accounting currency']);
    expect(column).toEqual(['24.30', '']);
  });

  test('does not let the texts of others become formulas', () => {
    const relation = { name: '=HYPERLINK("http://evil.example";"Pay")' };
    const [record] = recordsOf(rowOf({ relation, payment_reference: '+++012/3456/78939+++' }));
    expect(record).toMatchObject({
      'Buyer name': `'${relation.name}`,
      'Remittance information': "'+++012/3456/78939+++",
    });
  });

  test('has a record for a received document without VAT groups', () => {
    const [record] = recordsOf(rowOf({}, { status: 'received', vat_breakdown: [] }));
    expect(record).toMatchObject({
      ...{ 'Invoice type code': '389', 'VAT category code': '' },
      ...{ 'VAT category taxable amount': '100.00', 'VAT category tax amount': '21.00' },
    });
  });

  test('has the sums of each document, in the decimals of its currency', () => {
    fc.assert(
      fc.property(ANY_DOCUMENT.map(acceptedRow), (document) => {
        fc.pre(document !== undefined);
        const { totals, currency, type } = document;
        const sign = decimal(type === 'credit_note' || type === 'purchase_credit_note' ? '-1' : '1');
        const records = recordsOf(document);
        const total = (column: string) => sum(records.map((record) => decimal(record[column]! || '0')));
        expect(total('VAT category taxable amount').eq(decimal(totals.tax_exclusive).times(sign))).toBe(true);
        expect(total('VAT category tax amount').eq(decimal(totals.tax).times(sign))).toBe(true);
        const in_books = total('Invoice total VAT amount in accounting currency');
        expect(
          in_books.eq(
            decimal(totals.tax_in_company_currency ?? '0')
              .times(sign)
              .plus(ZERO),
          ),
        ).toBe(true);
        for (const record of records) {
          expect(writtenDecimals(record['VAT category taxable amount']!)).toBe(minorUnits(currency));
          expect(Object.keys(record)).toEqual(COLUMNS);
        }
      }),
    );
  });
});

describe('a document', () => {
  test.each([
    ['invoice', 'sent', 'pending', true],
    ['invoice', 'draft', 'pending', false],
    ['invoice', 'draft', 'transmitted', true],
    ['purchase_invoice', 'received', 'pending', true],
    ['quote', 'sent', 'pending', false],
    ['proforma', 'sent', 'transmitted', false],
  ] as const)(
    'of type %s, %s and %s, belongs in the books: %s',
    (type, status, accounting_status, expected) => {
      expect(isAccounted({ type, status, accounting_status })).toBe(expected);
    },
  );

  test.each([
    ['invoice', true],
    ['credit_note', true],
    ['purchase_invoice', false],
    ['purchase_credit_note', false],
  ] as const)('of type %s is a sale: %s', (type, expected) => {
    expect(isSale({ type })).toBe(expected);
  });
});
