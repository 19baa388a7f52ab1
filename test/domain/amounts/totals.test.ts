import fc from 'fast-check';
import {
  assertTotals,
  computedAmounts,
  documentAmounts,
  type AmountsInput,
} from '../../../src/domain/amounts/totals';
import type { LineInput } from '../../../src/domain/amounts/lines';
import { amount, decimal, sum } from '../../../src/domain/values/money';
import { refusal } from '../refusal';
import { aLine, amountsInput, anAllowance } from '../documents/builders';

describe('the totals of a document', () => {
  test('of three at 99.99 carry 62.99 VAT at 21 %', () => {
    const { totals } = documentAmounts(
      amountsInput({ lines: [aLine({ quantity: '3', unit_price: '99.99' })], paid_amount: '100' }),
    );
    expect(totals).toEqual({
      lines: '299.97',
      allowances: '0.00',
      charges: '0.00',
      tax_exclusive: '299.97',
      tax: '62.99',
      tax_inclusive: '362.96',
      rounding: '0.00',
      paid: '100.00',
      payable: '262.96',
      tax_in_company_currency: null,
    });
  });

  test.each([
    ['JPY', '1000.5', { lines: '1001', tax: '100', tax_inclusive: '1101', rounding: '0', payable: '1101' }],
    ['KWD', '1.1215', { lines: '1.122', tax: '0.112', tax_inclusive: '1.234', rounding: '0.000' }],
    ['CLF', '1', { lines: '1.0000', tax: '0.1000', tax_inclusive: '1.1000' }],
  ])('in %s have the decimals of the currency', (currency, unit_price, expected) => {
    const { totals } = documentAmounts(
      amountsInput({ currency, lines: [aLine({ unit_price, vat_rate: '10' })] }),
    );
    expect(totals).toMatchObject(expected);
  });

  test('subtract negative lines', () => {
    const { totals, vat_breakdown } = documentAmounts(
      amountsInput({ lines: [aLine(), aLine({ quantity: '-0.5', vat_rate: '6' })] }),
    );
    expect(totals).toMatchObject({ lines: '50.00', tax: '18.00', tax_inclusive: '68.00' });
    expect(vat_breakdown.map(({ vat_amount }) => vat_amount)).toEqual(['21.00', '-3.00']);
  });

  test('subtract discounts and add charges before VAT', () => {
    const { totals, vat_breakdown } = documentAmounts(
      amountsInput({
        lines: [aLine({ unit_price: '300' }), aLine({ vat_rate: '6' })],
        allowance_charges: [anAllowance({ percent: '10' }), anAllowance({ kind: 'charge', amount: '4' })],
      }),
    );
    expect(totals).toMatchObject({
      lines: '400.00',
      allowances: '40.00',
      charges: '4.00',
      tax_exclusive: '364.00',
      tax: '62.79',
      tax_inclusive: '426.79',
    });
    expect(vat_breakdown.map((entry) => [entry.taxable_amount, entry.vat_amount])).toEqual([
      ['273.00', '57.33'],
      ['91.00', '5.46'],
    ]);
  });

  test('may be zero, and paid in full', () => {
    const nothing = documentAmounts(
      amountsInput({ lines: [aLine(), aLine({ quantity: '-1' })], paid_amount: '0' }),
    );
    expect(nothing.totals).toMatchObject({ tax_inclusive: '0.00', payable: '0.00' });
    expect(nothing.paid_amount).toBe('0.00');

    const paid = documentAmounts(amountsInput({ paid_amount: '121.00' }));
    expect(paid.totals).toMatchObject({ paid: '121.00', payable: '0.00' });
  });

  test('have null for values that were not given', () => {
    const { paid_amount, exchange_rate, allowance_charges } = documentAmounts(amountsInput());
    expect({ paid_amount, exchange_rate, allowance_charges }).toEqual({
      paid_amount: null,
      exchange_rate: null,
      allowance_charges: [],
    });
  });

  test.each<[string, Partial<AmountsInput>, string | null]>([
    ['in another currency with a rate', { currency: 'USD', exchange_rate: '0.91234' }, '19.16'],
    [
      'rounded as the company counts',
      { currency: 'USD', company_currency: 'JPY', exchange_rate: '150.5' },
      '3161',
    ],
    ['without a rate', { currency: 'USD' }, null],
    ["in the company's own currency", { exchange_rate: '1' }, null],
  ])('have the VAT in the currency of the company: %s', (_case, changes, expected) => {
    expect(documentAmounts(amountsInput(changes)).totals.tax_in_company_currency).toBe(expected);
  });

  test('return an exchange rate without trailing zeros', () => {
    expect(documentAmounts(amountsInput({ currency: 'USD', exchange_rate: '0.9100' })).exchange_rate).toBe(
      '0.91',
    );
  });

  test.each<[string, Partial<AmountsInput>, string, string | RegExp]>([
    ['below 0', { lines: [aLine({ quantity: '-1' })] }, 'invalid_amount', /must not be negative/],
    [
      'below 0 by an allowance',
      { allowance_charges: [anAllowance({ amount: '100.01' })] },
      'invalid_amount',
      /must not be negative/,
    ],
    ['below what was paid', { paid_amount: '121.01' }, 'invalid_paid_amount', /must not be above/],
    [
      'with decimals of paid that the currency lacks',
      { currency: 'JPY', paid_amount: '0.5' },
      'validation_error',
      'paid_amount: must have at most 0 decimals in this currency',
    ],
    [
      'with less than nothing paid',
      { paid_amount: '-1' },
      'validation_error',
      'paid_amount: must not be negative',
    ],
    [
      'too large',
      { lines: Array.from({ length: 1000 }, () => aLine({ unit_price: '999999999999', quantity: '1.1' })) },
      'validation_error',
      "lines: the document's totals must be below 10^15",
    ],
    [
      'with a charge that is too large',
      { allowance_charges: [anAllowance({ kind: 'charge', amount: '1000000000000000' })] },
      'validation_error',
      "allowance_charges: the document's totals must be below 10^15",
    ],
    [
      "too large in the company's currency",
      { currency: 'USD', exchange_rate: '99999999999999' },
      'validation_error',
      "exchange_rate: the VAT in the company's currency must be below 10^15",
    ],
  ])('are refused: %s', (_case, changes, code, message) => {
    expect(() => documentAmounts(amountsInput(changes))).toThrow(refusal(code, message));
  });

  test.each<[string, Partial<AmountsInput>, string]>([
    [
      "a line's VAT before the document's discount",
      {
        lines: [aLine({ unit_price: '0', vat_rate: '0' })],
        allowance_charges: [anAllowance({ amount: '1' })],
      },
      'validation_error',
    ],
    [
      'the discount before the total',
      {
        lines: [aLine({ quantity: '-1' })],
        allowance_charges: [anAllowance({ amount: '1' })],
        paid_amount: '5',
      },
      'invalid_allowance_charge',
    ],
    [
      'the total before what was paid',
      { lines: [aLine({ quantity: '-1' })], paid_amount: '5' },
      'invalid_amount',
    ],
  ])('are checked in this order: %s', (_case, changes, code) => {
    expect(() => documentAmounts(amountsInput(changes))).toThrow(refusal(code, /./));
  });

  test('can be computed without being checked', () => {
    const { totals } = computedAmounts(
      amountsInput({ lines: [aLine({ quantity: '-1' })], paid_amount: '5' }),
    );
    expect(totals).toMatchObject({ tax_inclusive: '-121.00', payable: '-126.00' });
    expect(() => {
      assertTotals(totals);
    }).toThrow(refusal('invalid_amount', /./));
  });
});

describe('the parts of a document', () => {
  const units = (max: number, decimals: number) =>
    fc.integer({ min: 0, max }).map((value) => amount(decimal(`${value}e-${decimals}`), decimals));
  const vat = fc.constantFrom<Partial<LineInput>>(
    { vat_rate: '21' },
    { vat_rate: '6' },
    { vat_rate: '5.5' },
    { vat_rate: '0', vat_category: 'Z' },
    { vat_rate: '0', vat_category: 'AE' },
  );
  const discount = fc.oneof(
    fc.constant({}),
    units(10_000, 2).map((discount_percent) => ({ discount_percent })),
  );
  const line = fc
    .tuple(units(99_999_999, 4), units(99_999_999, 5), vat, discount)
    .map(([quantity, unit_price, rate, off]) => aLine({ quantity, unit_price, ...rate, ...off }));
  const currency = fc.constantFrom('EUR', 'JPY', 'KWD');
  const lines = fc.array(line, { minLength: 1, maxLength: 30 });

  const entries = fc.array(
    fc.record({
      kind: fc.constantFrom('allowance' as const, 'charge' as const),
      percent: units(2_000, 2),
      reason: fc.constant('x'),
    }),
    { maxLength: 4 },
  );
  const input = fc
    .record({ currency, lines, allowance_charges: entries })
    // An entry needs lines over which it is spread.
    .map((given) => ({ ...given, lines: [...given.lines, aLine()], company_currency: 'EUR' }));

  const total = (texts: readonly string[], minor_units: number) =>
    amount(sum(texts.map(decimal)), minor_units);

  test('always add up (BR-CO-10 to BR-CO-16)', () => {
    fc.assert(
      fc.property(input, (given) => {
        const { lines: all, allowance_charges, vat_breakdown, totals } = documentAmounts(given);
        const n = { EUR: 2, JPY: 0, KWD: 3 }[given.currency] ?? 2;
        const of_kind = (kind: string) =>
          allowance_charges.filter((entry) => entry.kind === kind).map((entry) => entry.applied_amount);
        const minus = (text: string) => (/[1-9]/.test(text) ? `-${text}` : text);

        expect(totals.lines).toBe(
          total(
            all.map((each) => each.net_amount),
            n,
          ),
        ); // BR-CO-10
        expect(totals.allowances).toBe(total(of_kind('allowance'), n)); // BR-CO-11
        expect(totals.charges).toBe(total(of_kind('charge'), n)); // BR-CO-12
        expect(totals.tax_exclusive).toBe(total([totals.lines, minus(totals.allowances), totals.charges], n)); // BR-CO-13
        expect(totals.tax).toBe(
          total(
            vat_breakdown.map((entry) => entry.vat_amount),
            n,
          ),
        ); // BR-CO-14
        expect(totals.tax_inclusive).toBe(total([totals.tax_exclusive, totals.tax], n)); // BR-CO-15
        expect(totals.payable).toBe(totals.tax_inclusive); // BR-CO-16
        expect(totals.tax_exclusive).toBe(
          total(
            vat_breakdown.map((entry) => entry.taxable_amount),
            n,
          ),
        );
        for (const entry of vat_breakdown) {
          const vat_amount = decimal(entry.taxable_amount).times(decimal(entry.rate)).div('100');
          expect(entry.vat_amount).toBe(amount(vat_amount, n)); // BR-CO-17
        }
        for (const entry of allowance_charges) {
          expect(
            total(
              entry.shares.map((share) => share.amount),
              n,
            ),
          ).toBe(entry.applied_amount);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('are the same for any order of the lines', () => {
    fc.assert(
      fc.property(input, fc.integer(), (given, seed) => {
        const shuffled = given.lines
          .map((each, index) => ({ each, key: Math.imul(index + 1, seed | 1) % 997 }))
          .sort((a, b) => a.key - b.key)
          .map(({ each }) => each);
        const first = documentAmounts(given);
        const second = documentAmounts({ ...given, lines: shuffled });

        expect(second.totals).toEqual(first.totals);
        expect(second.vat_breakdown).toEqual(first.vat_breakdown);
        expect(second.allowance_charges).toEqual(first.allowance_charges);
      }),
    );
  });

  test('are the same when they are computed again from the response', () => {
    fc.assert(
      fc.property(input, (given) => {
        const first = documentAmounts(given);
        const again = { ...given, lines: first.lines, allowance_charges: first.allowance_charges };
        expect(documentAmounts(again)).toEqual(first);
      }),
    );
  });

  test('lose no cent over a thousand lines', () => {
    const thousand = Array.from({ length: 1000 }, (_, index) =>
      aLine({ quantity: '3', unit_price: `0.${String(index).padStart(3, '0')}`, vat_rate: '21' }),
    );
    // Each line on integers: three times the thousandths of a euro, rounded to cents half up.
    const cents = thousand.reduce((all, _line, index) => all + Math.floor((3 * index + 5) / 10), 0);

    const { totals } = documentAmounts(amountsInput({ lines: thousand }));

    expect(totals.lines).toBe((cents / 100).toFixed(2));
    expect(totals.tax).toBe((Math.round((cents * 21) / 100) / 100).toFixed(2));
  });
});
