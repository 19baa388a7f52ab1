import type { AllowanceCharge } from '../../../../src/domain/amounts/allowance-charges';
import type { LineInput } from '../../../../src/domain/amounts/lines';
import {
  assertAmountsEditable,
  fixedAmounts,
  hasFixedAmounts,
} from '../../../../src/domain/documents/derived/fixed-amounts';
import type { Document } from '../../../../src/domain/documents/document';
import { aDocument } from '../../../support/documents';
import { refusal } from '../../refusal';

const LINES: readonly LineInput[] = [
  { name: 'Work', quantity: '3', unit_price: '10', vat_rate: '21', discount_amount: '1' },
  { name: 'Travel', quantity: '3', unit_price: '10', vat_rate: '21', discount_amount: '1' },
  {
    name: 'Export',
    quantity: '1',
    unit_price: '5',
    vat_rate: '0',
    vat_category: 'E',
    vat_exemption_reason: 'R',
  },
];
const [work, travel, exempt] = LINES as [LineInput, LineInput, LineInput];
const credited = { amount: '1.00', notes: [], is_made: true, is_complete: false };
const invoice: Document = { ...aDocument({ lines: LINES }), credited };
const LINES_KEPT =
  'A credit note was made from the invoice: number, order and amounts of the lines of both cannot change.';
const edit = (lines: readonly LineInput[], of: Document = invoice) => {
  assertAmountsEditable(of, { lines });
  return fixedAmounts(of, lines).lines;
};

describe('The lines of an invoice that was credited', () => {
  test.each<[string, Partial<LineInput>]>([
    ['nothing', {}],
    ['numbers in another spelling', { quantity: '3.0', unit_price: '10.00', discount_amount: '1.0' }],
    ['what was filled in', { unit: 'C62', description: null, vat_category: 'S' }],
  ])('stay when a PATCH repeats them with %s', (_, members) => {
    expect(edit([{ ...work, ...members }, travel, exempt])).toEqual(invoice.lines);
  });

  test.each<[string, Partial<LineInput>]>([
    ['name', { name: 'Consulting' }],
    ['description', { description: 'In June' }],
    ['unit', { unit: 'HUR' }],
    ['item_reference', { item_reference: 'A-1' }],
    ['order_line_reference', { order_line_reference: '7' }],
  ])('may have another %s', (_, members) => {
    expect(edit([work, { ...travel, ...members }, exempt])).toEqual([
      invoice.lines[0],
      { ...invoice.lines[1], ...members },
      invoice.lines[2],
    ]);
  });

  test('may be renamed one by one when they were equal', () => {
    const equal: Document = { ...aDocument({ lines: [work, work] }), credited };
    expect(edit([work, { ...work, name: 'Consulting' }], equal)).toEqual([
      equal.lines[0],
      { ...equal.lines[1], name: 'Consulting' },
    ]);
  });

  test('may have the texts of another line too', () => {
    expect(edit([work, { ...travel, name: 'Work' }, exempt])[1]).toMatchObject({ name: 'Work' });
  });

  test.each<[string, readonly LineInput[]]>([
    ['another quantity', [{ ...work, quantity: '2' }, travel, exempt]],
    ['another price', [{ ...work, unit_price: '10.01' }, travel, exempt]],
    ['another discount', [{ ...work, discount_amount: '2' }, travel, exempt]],
    ['no discount', [{ ...work, discount_amount: null }, travel, exempt]],
    ['the discount in percent', [{ ...work, discount_amount: null, discount_percent: '3' }, travel, exempt]],
    ['another rate', [{ ...work, vat_rate: '6' }, travel, exempt]],
    ['another category', [work, travel, { ...exempt, vat_category: 'Z', vat_exemption_reason: null }]],
    ['no category', [work, travel, { ...exempt, vat_category: null }]],
    ['another reason of the exemption', [work, travel, { ...exempt, vat_exemption_reason: 'Other' }]],
    ['a code of the exemption', [work, travel, { ...exempt, vat_exemption_code: 'VATEX-EU-132' }]],
    ['a reason where there is none', [{ ...work, vat_exemption_reason: 'R' }, travel, exempt]],
    ['a line less', [work, travel]],
    ['a line more', [...LINES, work]],
    ['another order', [exempt, travel, work]],
    ['another order of lines with the same amounts', [travel, work, exempt]],
    ['a line at the place of another, which is renamed', [travel, { ...travel, name: 'New' }, exempt]],
  ])('are not changed: %s', (_, lines) => {
    expect(() => edit(lines)).toThrow(refusal('document_not_editable', LINES_KEPT));
  });

  test('have discounts with the decimals of the currency', () => {
    expect(() => edit([{ ...work, discount_amount: '1.000' }, travel, exempt])).toThrow(
      refusal('validation_error', /^lines\.0\.discount_amount: must have at most 2 decimals/),
    );
  });

  test('may be repeated where rounding made the discount of a part larger than the part', () => {
    const line = { ...invoice.lines[0]!, quantity: '1', unit_price: '0.333', discount_amount: '0.34' };
    const note = {
      ...aDocument({ type: 'credit_note' }),
      ...{ lines: [line], credit_origin: { lines: [0], allowance_charges: [] } },
    };
    expect(edit([{ ...line, name: 'Renamed' }], note)).toEqual([{ ...line, name: 'Renamed' }]);
  });
});

describe('Whether the amounts of a document are fixed', () => {
  const origin = { lines: [0], allowance_charges: [] };
  const by_hand = { ...credited, is_made: false };

  test.each([
    ['of one without a credit note', false, { credit_origin: null, credited: null }],
    ['of an invoice that a credit note was made from', true, { credit_origin: null, credited }],
    ['of an invoice with a credit note written by hand', false, { credit_origin: null, credited: by_hand }],
    ['of a credit note made from an invoice', true, { credit_origin: origin, credited: null }],
  ])('%s: %s', (_, expected, document) => {
    expect(hasFixedAmounts(document)).toBe(expected);
  });
});

describe('An invoice that was credited', () => {
  const document: Document = {
    ...aDocument({
      ...{ lines: LINES, currency: 'USD', exchange_rate: '0.9', paid_amount: '5' },
      allowance_charges: [
        { kind: 'allowance', percent: '5', reason: 'Loyalty' },
        { kind: 'charge', amount: '10', reason: 'Freight' },
      ],
    }),
    credited,
  };
  const [loyalty, freight] = document.allowance_charges;
  type Change = Parameters<typeof assertAmountsEditable>[1];
  const withFirst = (changes: Partial<AllowanceCharge>): Change => ({
    allowance_charges: [{ ...loyalty!, ...changes }, freight!],
  });
  const check = (of: Document, change: Change) => () => {
    assertAmountsEditable(of, change);
  };

  test.each<[string, Change]>([
    ['no amounts', { note: 'Thank you', due_date: '2026-12-31' }],
    ['the same relation', { relation_id: document.relation_id }],
    ['the same currency', { currency: 'USD' }],
    ['the same rate and paid amount in another spelling', { exchange_rate: '0.90', paid_amount: '5.0' }],
    [
      'the same allowances and charges in another spelling',
      {
        allowance_charges: [
          { ...loyalty!, percent: '5' },
          { ...freight!, amount: '10' },
        ],
      },
    ],
    ['a preceding document, which another rule refuses', { preceding_document: { number: 'X-1' } }],
  ])('accepts a PATCH with %s', (_, change) => {
    expect(check(document, change)).not.toThrow();
  });

  test.each<[keyof Change, string, Change]>([
    ['relation_id', 'another', { relation_id: 'relation-2' }],
    ['currency', 'another', { currency: 'GBP' }],
    ['currency', 'none', { currency: null }],
    ['exchange_rate', 'another', { exchange_rate: '0.91' }],
    ['exchange_rate', 'none', { exchange_rate: null }],
    ['paid_amount', 'another', { paid_amount: '5.01' }],
    ['paid_amount', 'none', { paid_amount: null }],
    ['allowance_charges', 'none', { allowance_charges: null }],
    ['allowance_charges', 'fewer', { allowance_charges: [loyalty!] }],
    ['allowance_charges', 'reordered', { allowance_charges: [freight!, loyalty!] }],
    ['allowance_charges', 'another percentage', withFirst({ percent: '6' })],
    ['allowance_charges', 'an amount instead', withFirst({ percent: null, amount: '3' })],
    ['allowance_charges', 'another reason', withFirst({ reason: 'Other' })],
    ['allowance_charges', 'another kind', withFirst({ kind: 'charge' })],
  ])('refuses a PATCH of %s: %s', (member, _, change) => {
    const message = `A credit note was made from the invoice: ${member} of both cannot change.`;
    expect(check(document, change)).toThrow(refusal('document_not_editable', message));
  });

  test('accepts a PATCH without allowances and charges when it has none', () => {
    expect(check(invoice, { allowance_charges: null })).not.toThrow();
    expect(check(invoice, { allowance_charges: [] })).not.toThrow();
  });

  test('accepts any change before the credit note is made', () => {
    expect(check({ ...document, credited: null }, { currency: 'GBP', lines: [] })).not.toThrow();
  });

  test('keeps its amounts', () => {
    const { lines, allowance_charges, vat_breakdown, totals, paid_amount, exchange_rate } = document;
    const amounts = { lines, allowance_charges, vat_breakdown, totals, paid_amount, exchange_rate };
    expect(fixedAmounts(document, undefined)).toEqual(amounts);
  });
});

describe('A credit note that was made from an invoice', () => {
  const preceding_document = { id: 'd1', number: 'INV-1', issue_date: '2026-06-01' };
  const note: Document = {
    ...aDocument({ type: 'credit_note' }),
    ...{ preceding_document, credit_origin: { lines: [0], allowance_charges: [] } },
  };
  const check = (given: Parameters<typeof assertAmountsEditable>[1]['preceding_document']) => () => {
    assertAmountsEditable(note, { preceding_document: given });
  };

  test.each([[undefined], [{ id: 'd1' }]])(
    'keeps its invoice when a PATCH has the preceding document %j',
    (given) => {
      expect(check(given)).not.toThrow();
    },
  );

  test.each([[null], [{ id: 'd2' }], [{ number: 'X-1' }]])('does not take %j as its invoice', (given) => {
    const message = 'The credit note was made from an invoice: preceding_document cannot change.';
    expect(check(given)).toThrow(refusal('document_not_editable', message));
  });
});
