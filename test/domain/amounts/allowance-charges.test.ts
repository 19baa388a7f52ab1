import fc from 'fast-check';
import { allocate, type AllowanceChargeInput } from '../../../src/domain/amounts/allowance-charges';
import type { LineInput } from '../../../src/domain/amounts/lines';
import { documentAmounts } from '../../../src/domain/amounts/totals';
import { refusal } from '../refusal';
import { aLine, amountsInput, anAllowance } from '../documents/builders';

function sharesOf(
  lines: readonly Partial<LineInput>[],
  entry: Partial<AllowanceChargeInput>,
  currency = 'EUR',
) {
  const { allowance_charges } = documentAmounts(
    amountsInput({ currency, lines: lines.map(aLine), allowance_charges: [anAllowance(entry)] }),
  );
  return allowance_charges[0]?.shares.map((share) => [share.vat_category, share.vat_rate, share.amount]);
}

describe('a discount or charge on the document', () => {
  test('returns the given values with the computed amount', () => {
    const { allowance_charges } = documentAmounts(
      amountsInput({
        allowance_charges: [
          anAllowance({ percent: '2.5' }),
          anAllowance({ kind: 'charge', amount: '7', reason: 'Freight' }),
        ],
      }),
    );
    expect(allowance_charges).toEqual([
      {
        kind: 'allowance',
        amount: null,
        percent: '2.50',
        reason: 'Loyalty',
        applied_amount: '2.50',
        shares: [{ vat_category: 'S', vat_rate: '21.00', amount: '2.50', base_amount: '100.00' }],
      },
      {
        kind: 'charge',
        amount: '7.00',
        percent: null,
        reason: 'Freight',
        applied_amount: '7.00',
        shares: [{ vat_category: 'S', vat_rate: '21.00', amount: '7.00', base_amount: '100.00' }],
      },
    ]);
  });

  test('takes a percentage of the lines, not of the amount after other entries', () => {
    const { totals } = documentAmounts(
      amountsInput({ allowance_charges: [anAllowance({ percent: '50' }), anAllowance({ percent: '50' })] }),
    );
    expect(totals.allowances).toBe('100.00');
    expect(totals.tax_inclusive).toBe('0.00');
  });

  test('is spread in proportion to the lines of each VAT group', () => {
    expect(sharesOf([{ unit_price: '300' }, { vat_rate: '6' }], { amount: '10' })).toEqual([
      ['S', '21.00', '7.50'],
      ['S', '6.00', '2.50'],
    ]);
  });

  test('gives remaining cents to the largest remainder', () => {
    // 1.00 over 2/9, 3/9, 4/9: 22.2, 33.3, 44.4 cents; the last cent goes to 44.4
    const lines = [
      { unit_price: '2' },
      { unit_price: '3', vat_rate: '12' },
      { unit_price: '4', vat_rate: '6' },
    ];
    expect(sharesOf(lines, { amount: '1' })).toEqual([
      ['S', '21.00', '0.22'],
      ['S', '12.00', '0.33'],
      ['S', '6.00', '0.45'],
    ]);
  });

  test('gives a cent to the higher rate when two groups have equal remainders', () => {
    expect(sharesOf([{ vat_rate: '6' }, { vat_rate: '21' }], { amount: '0.01' })).toEqual([
      ['S', '21.00', '0.01'],
    ]);
  });

  test('gives a cent by the order of the categories when the rates are equal', () => {
    const at_zero = (['O', 'AE', 'E', 'Z'] as const).map((vat_category) => ({ vat_rate: '0', vat_category }));
    const lines = at_zero.map(aLine);
    const { allowance_charges } = documentAmounts(
      amountsInput({
        lines: lines.filter((line) => line.vat_category !== 'AE'),
        allowance_charges: [anAllowance({ amount: '0.02' })],
      }),
    );
    expect(allowance_charges[0]?.shares.map((share) => share.vat_category)).toEqual(['Z', 'E']);
  });

  test('gives nothing to a group whose lines total 0', () => {
    const lines = [{ vat_rate: '6' }, { vat_rate: '6', quantity: '-1' }, {}];
    expect(sharesOf(lines, { amount: '0.03' })).toEqual([['S', '21.00', '0.03']]);
  });

  test('is spread in the smallest unit of its currency', () => {
    const lines = [{}, { vat_rate: '6' }];
    expect(sharesOf(lines, { amount: '3' }, 'JPY')).toEqual([
      ['S', '21.00', '2'],
      ['S', '6.00', '1'],
    ]);
    expect(sharesOf(lines, { amount: '0.001' }, 'KWD')).toEqual([['S', '21.00', '0.001']]);
  });

  test.each<[string, Partial<LineInput>[], Partial<AllowanceChargeInput>]>([
    ['lines that total 0', [{}, { quantity: '-1' }], { amount: '1' }],
    ['lines with an amount of zero', [{ unit_price: '0' }], { percent: '10' }],
    ['lines below 0', [{ quantity: '-1' }], { kind: 'charge', amount: '200' }],
    ['a rate below 0', [{}, { vat_rate: '6', quantity: '-0.5' }], { amount: '1' }],
    [
      'a category below 0 at the rate of another',
      [
        { vat_rate: '0', vat_category: 'Z' },
        { vat_rate: '0', vat_category: 'E', quantity: '-0.5' },
      ],
      { percent: '1' },
    ],
  ])('is refused on %s', (_case, lines, entry) => {
    expect(() => sharesOf(lines, entry)).toThrow(
      refusal('invalid_allowance_charge', /^A document-level discount or charge needs lines that total/),
    );
  });

  test('makes negative lines an error', () => {
    const lines = [aLine(), aLine({ vat_rate: '6', quantity: '-0.5' })];
    expect(documentAmounts(amountsInput({ lines, allowance_charges: [] })).totals.lines).toBe('50.00');
  });

  test('is refused when it takes too much of an e-invoice, which states it at every VAT rate', () => {
    const created = (rates: number, entries: number, reason: string) => () =>
      documentAmounts(
        amountsInput({
          lines: Array.from({ length: rates }, (_, n) => aLine({ vat_rate: String(n + 1) })),
          allowance_charges: Array.from({ length: entries }, () => anAllowance({ amount: '0.01', reason })),
        }),
      );
    expect(created(8, 100, 'x'.repeat(1_000))).not.toThrow();
    expect(created(60, 100, 'Discount')).not.toThrow();
    expect(created(9, 100, 'x'.repeat(1_000))).toThrow(
      refusal('validation_error', /^allowance_charges: are too long for 9 VAT rates/),
    );
  });

  test.each<[string, Partial<AllowanceChargeInput>, string, string]>([
    ['neither amount nor percent', {}, 'EUR', ': must have exactly one of amount and percent'],
    ['both', { amount: '1', percent: '1' }, 'EUR', ': must have exactly one of amount and percent'],
    [
      'decimals beyond the currency',
      { amount: '1.001' },
      'EUR',
      '.amount: must have at most 2 decimals in this currency',
    ],
    ['decimals in yen', { amount: '1.5' }, 'JPY', '.amount: must have at most 0 decimals in this currency'],
  ])('is refused with %s', (_case, entry, currency, message) => {
    const given = amountsInput({
      currency,
      lines: [aLine({ unit_price: '0' })],
      allowance_charges: [anAllowance({ amount: '1' }), anAllowance(entry)],
    });
    expect(() => documentAmounts(given)).toThrow(
      refusal('validation_error', `allowance_charges.1${message}`),
    );
  });
});

describe('allocation', () => {
  const weights = fc
    .array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { minLength: 1, maxLength: 8 })
    .filter((all) => all.some((weight) => weight > 0n));
  const units = fc.bigInt({ min: 0n, max: 10n ** 17n });

  test('distributes exactly the sum, and each part differs from its exact share by at most a unit', () => {
    fc.assert(
      fc.property(units, weights, (sum, all) => {
        const total = all.reduce((a, b) => a + b, 0n);
        const parts = allocate(sum, all);

        expect(parts.reduce((a, b) => a + b, 0n)).toBe(sum);
        for (const [index, part] of parts.entries()) {
          const off = part * total - sum * (all[index] ?? 0n);
          expect(off > -total && off < total).toBe(true);
        }
      }),
    );
  });

  test('gives nothing to a weight of 0', () => {
    fc.assert(
      fc.property(units, weights, (sum, all) => {
        const parts = allocate(sum, [...all, 0n]);
        expect(parts.at(-1)).toBe(0n);
      }),
    );
  });

  test.each([
    [10n, [1n, 1n, 1n], [4n, 3n, 3n]],
    [11n, [1n, 1n, 1n], [4n, 4n, 3n]],
    [3n, [5n, 2n], [2n, 1n]], // 15/7 and 6/7: the second has the larger remainder
    [7n, [1n, 2n, 3n], [1n, 2n, 4n]],
  ])(
    '%p over the weights %p gives remaining units to the largest remainders, and of equal ones to the first: %p',
    (sum, all, expected) => {
      expect(allocate(sum, all)).toEqual(expected);
    },
  );
});

describe('The taxable amounts of a document', () => {
  test.each([
    ['allowance', '90.00'],
    ['charge', '110.00'],
  ] as const)('follow its %s: %s', (kind, taxable_amount) => {
    const given = amountsInput({ allowance_charges: [anAllowance({ kind, amount: '10' })] });
    expect(documentAmounts(given).vat_breakdown).toMatchObject([{ taxable_amount }]);
  });
});
