import { computedLine, type LineInput } from '../../../src/domain/amounts/lines';
import { vatBreakdown, vatGroups } from '../../../src/domain/amounts/vat-breakdown';
import { aLine } from '../documents/builders';

function breakdown(lines: readonly Partial<LineInput>[]) {
  const groups = vatGroups(lines.map((line, index) => computedLine(aLine(line), index, 2)));
  return vatBreakdown(groups, [], 2).map(({ entry }) => entry);
}

const exempt = (line: Partial<LineInput>): Partial<LineInput> => ({
  vat_rate: '0',
  vat_category: 'E',
  ...line,
});

describe('the VAT breakdown', () => {
  test('computes VAT on the sum of a rate, not per line', () => {
    const line = { quantity: '1', unit_price: '99.99' };
    expect(breakdown([line, line, line])).toEqual([
      {
        category: 'S',
        rate: '21.00',
        taxable_amount: '299.97',
        vat_amount: '62.99',
        exemption_reason: null,
        exemption_code: null,
      },
    ]);
  });

  test('has one entry per category and rate, the higher rate first', () => {
    const entries = breakdown([
      { vat_rate: '0', vat_category: 'O' },
      { vat_rate: '6' },
      { vat_rate: '0.00', vat_category: 'Z' },
      { vat_rate: '21.0' },
      { vat_rate: '21' },
      { vat_rate: '0', vat_category: 'AE' },
      exempt({}),
    ]);
    expect(entries.map(({ category, rate, taxable_amount }) => [category, rate, taxable_amount])).toEqual([
      ['S', '21.00', '200.00'],
      ['S', '6.00', '100.00'],
      ['Z', '0.00', '100.00'],
      ['E', '0.00', '100.00'],
      ['AE', '0.00', '100.00'],
      ['O', '0.00', '100.00'],
    ]);
  });

  test.each<[string, Partial<LineInput>[], string | null, string | null]>([
    ['none', [{}, {}], null, null],
    ['one text', [{ vat_exemption_reason: 'A' }, {}, { vat_exemption_reason: 'A' }], 'A', null],
    ['two texts', [{ vat_exemption_reason: 'A' }, { vat_exemption_reason: 'B' }], 'A; B', null],
    ['one code', [{ vat_exemption_code: 'VATEX-EU-132' }, {}], null, 'VATEX-EU-132'],
    [
      'a code and a text',
      [{ vat_exemption_code: 'VATEX-EU-132' }, { vat_exemption_reason: 'A' }],
      'A',
      'VATEX-EU-132',
    ],
    [
      'two codes, which leave no code that holds for all',
      [
        { vat_exemption_code: 'VATEX-EU-132' },
        { vat_exemption_code: 'VATEX-EU-143', vat_exemption_reason: 'A' },
      ],
      'VATEX-EU-132; A',
      null,
    ],
  ])('states the exemption reasons of its lines: %s', (_case, lines, reason, code) => {
    expect(breakdown(lines.map(exempt))).toMatchObject([{ exemption_reason: reason, exemption_code: code }]);
  });
});
