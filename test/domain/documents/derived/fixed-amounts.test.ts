import type { LineInput } from '../../../../src/domain/amounts/lines';
import { assertAmountsEditable, fixedAmounts } from '../../../../src/domain/documents/derived/fixed-amounts';
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
    expect(() => edit(lines)).toThrow(refusal('document_not_editable', /lines/));
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
