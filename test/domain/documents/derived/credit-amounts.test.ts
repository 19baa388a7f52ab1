import fc from 'fast-check';
import type { AllowanceChargeInput } from '../../../../src/domain/amounts/allowance-charges';
import type { LineInput } from '../../../../src/domain/amounts/lines';
import { assertTotals, documentAmounts } from '../../../../src/domain/amounts/totals';
import { creditAmounts } from '../../../../src/domain/documents/derived/credit-amounts';
import { NOTHING_CREDITED } from '../../../../src/domain/documents/derived/credited';
import { type CreditedLine, isFullyCredited } from '../../../../src/domain/documents/derived/credit-lines';
import { isTotalCredited } from '../../../../src/domain/documents/derived/set-off';
import { DomainError } from '../../../../src/domain/errors';
import { decimal, sum } from '../../../../src/domain/values/money';
import { creditedSums, type MadeCredit } from '../../../support/credited-sums';
import { refusal } from '../../refusal';
import { aLine, amountsInput } from '../builders';

type Parts = Partial<Parameters<typeof amountsInput>[0]>;

function anInvoice(parts: Parts) {
  const input = amountsInput(parts);
  const { currency, company_currency } = input;
  return { currency, company_currency, ...documentAmounts(input) };
}
type Invoice = ReturnType<typeof anInvoice>;

/** The next credit note of the invoice, if it can be created. */
function credit(invoice: Invoice, earlier: readonly MadeCredit[] = [], lines?: readonly CreditedLine[]) {
  const { currency, company_currency } = invoice;
  const amounts = creditAmounts(invoice, lines, creditedSums(earlier), creditedBy(earlier));
  assertTotals(amounts.totals);
  return { currency, company_currency, ...amounts };
}
const creditedBy = (credits: readonly MadeCredit[]) =>
  sum(credits.map(({ totals }) => decimal(totals.tax_inclusive))).toFixed();

/** What is left of the invoice after the credit notes: its totals, and the amounts of each VAT group. */
function leftOf(invoice: Invoice, credits: readonly MadeCredit[]): Record<string, string> {
  const left: Record<string, string> = {};
  const add = (name: string, text: string | null, sign: 1 | -1) => {
    const value = decimal(text ?? '0').times(decimal(String(sign)));
    left[name] = decimal(left[name] ?? '0')
      .plus(value)
      .toFixed();
  };
  for (const [document, sign] of [[invoice, 1], ...credits.map((one) => [one, -1])] as [Invoice, 1 | -1][]) {
    for (const name of [
      'lines',
      'tax_exclusive',
      'tax',
      'tax_inclusive',
      'tax_in_company_currency',
    ] as const) {
      add(name, document.totals[name], sign);
    }
    add('adjustment', document.totals.charges, sign);
    add('adjustment', document.totals.allowances, sign === 1 ? -1 : 1);
    for (const { category, rate, taxable_amount, vat_amount } of document.vat_breakdown) {
      add(`${category} ${rate} taxable`, taxable_amount, sign);
      add(`${category} ${rate} vat`, vat_amount, sign);
    }
  }
  return left;
}

const nothingIn = (left: Record<string, string>) =>
  Object.fromEntries(Object.keys(left).map((name) => [name, '0']));

const CURRENCIES = { EUR: 2, JPY: 0, KWD: 3 } as const;
const VAT = [
  ...['21', '21', '12', '6', '5.5'].map((vat_rate) => ({ vat_rate })),
  ...(['Z', 'AE', 'K'] as const).map((vat_category) => ({ vat_rate: '0', vat_category })),
];

const scaled = (max: number, decimals: number) =>
  fc.integer({ min: 1, max }).map((units) => decimal(`${units}e-${decimals}`).toFixed());

const anyLine = (decimals: number) =>
  fc
    .record({
      quantity: fc
        .tuple(fc.oneof(scaled(99_999, 3), scaled(99_999_999, 6)), fc.constantFrom('', '', '', '-'))
        .map(([size, sign]) => sign + size),
      unit_price: fc.oneof(scaled(9_999_999, 4), scaled(999_999_999, 6), fc.constant('0')),
      vat: fc.constantFrom(...VAT),
      discount: fc.oneof(
        fc.constant({}),
        scaled(10_000, 2).map((discount_percent) => ({ discount_percent })),
        fc.integer({ min: 0, max: 100 }).map((share) => ({ share })),
      ),
    })
    .map(({ discount, vat, ...others }): LineInput => {
      const line = { ...others, ...vat };
      if (!('share' in discount)) return aLine({ ...line, ...discount });
      const gross = decimal(line.quantity).abs().times(decimal(line.unit_price));
      const part = gross.times(decimal(String(discount.share))).div(decimal('100'));
      return aLine({ ...line, discount_amount: part.round(decimals, 0).toFixed() });
    });

const anyEntry = (decimals: number) =>
  fc
    .tuple(
      fc.constantFrom('allowance' as const, 'charge' as const),
      fc.oneof(
        scaled(3_000, 2).map((percent) => ({ percent })),
        scaled(9_999, decimals).map((amount) => ({ amount })),
      ),
    )
    .map(([kind, value]): AllowanceChargeInput => ({ kind, reason: 'Reason', ...value }));

/** An invoice that creation accepts. */
const anyInvoice = fc
  .constantFrom('EUR' as const, 'JPY' as const, 'KWD' as const)
  .chain((currency) =>
    fc.record({
      currency: fc.constant(currency),
      lines: fc.array(anyLine(CURRENCIES[currency]), { minLength: 1, maxLength: 6 }),
      allowance_charges: fc.array(anyEntry(CURRENCIES[currency]), { maxLength: 3 }),
      exchange_rate: fc.constantFrom(null, '0.9137', '163.21'),
    }),
  )
  .map((parts): Invoice | undefined => {
    try {
      return anInvoice(parts);
    } catch (error) {
      if (error instanceof DomainError) return undefined;
      throw error;
    }
  })
  .filter((invoice) => invoice !== undefined);

/** Shares of what is left of the lines, in per cent; one list for each credit note. */
const anyParts = fc.array(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 6, maxLength: 6 }), {
  maxLength: 4,
});

/** What a credit note asks for: a share of what is left of each line, in whole millionths. */
function asked(invoice: Invoice, credits: readonly MadeCredit[], shares: readonly number[]): CreditedLine[] {
  return invoice.lines.flatMap(({ quantity }, index) => {
    const credited = credits.flatMap(({ lines, credit_origin }) =>
      lines.filter((_, position) => credit_origin.lines[position] === index),
    );
    const left = decimal(quantity).minus(sum(credited.map((line) => decimal(line.quantity))));
    const part = left
      .times(decimal(String(shares[index]!)))
      .div(decimal('100'))
      .round(6, 0);
    return part.eq(decimal('0')) ? [] : [{ index, quantity: part.toFixed() }];
  });
}

test('The invoices of these tests have every kind of line, entry, rate and currency', () => {
  const kinds: Readonly<Record<string, (invoice: Invoice) => boolean>> = {
    'a discount by percent': ({ lines }) => lines.some((line) => line.discount_percent !== null),
    'a discount by amount': ({ lines }) => lines.some((line) => /[1-9]/.test(line.discount_amount ?? '')),
    'a line below 0': ({ lines }) => lines.some((line) => line.quantity.startsWith('-')),
    'an allowance by percent': ({ allowance_charges }) =>
      allowance_charges.some(({ kind, percent }) => kind === 'allowance' && percent !== null),
    'an allowance by amount': ({ allowance_charges }) =>
      allowance_charges.some(({ kind, percent }) => kind === 'allowance' && percent === null),
    'a charge': ({ allowance_charges }) => allowance_charges.some(({ kind }) => kind === 'charge'),
    'several rates': ({ vat_breakdown }) => vat_breakdown.length > 1,
    'an entry over several rates': ({ allowance_charges }) =>
      allowance_charges.some(({ shares }) => shares.length > 1),
    'a group without VAT': ({ vat_breakdown }) => vat_breakdown.some(({ category }) => category !== 'S'),
    'tax in the currency of the company': ({ totals }) => totals.tax_in_company_currency !== null,
    EUR: ({ currency }) => currency === 'EUR',
    JPY: ({ currency }) => currency === 'JPY',
    KWD: ({ currency }) => currency === 'KWD',
  };
  const invoices = fc.sample(anyInvoice, { numRuns: 400, seed: 1 });
  for (const [kind, isOfKind] of Object.entries(kinds)) {
    expect([kind, invoices.filter(isOfKind).length > 40]).toEqual([kind, true]);
  }
});

describe('Credit notes for an invoice', () => {
  test('cancel its totals and each VAT group exactly, at once or in any parts', () => {
    fc.assert(
      fc.property(anyInvoice, anyParts, (invoice, parts) => {
        const whole = credit(invoice);
        expect(leftOf(invoice, [whole])).toEqual(nothingIn(leftOf(invoice, [whole])));

        const credits: MadeCredit[] = [];
        for (const shares of parts) {
          const lines = asked(invoice, credits, shares);
          if (lines.length === 0) continue;
          try {
            credits.push(credit(invoice, credits, lines));
          } catch (error) {
            // A part below 0, or one that leaves less than 0, is refused; it comes with the rest.
            if (!(error instanceof DomainError)) throw error;
            expect(['invalid_amount', 'validation_error']).toContain(error.code);
          }
        }
        const isComplete = () => isFullyCredited(invoice, creditedSums(credits).lines);
        if (!isComplete()) credits.push(credit(invoice, credits));
        expect(isComplete()).toBe(true);
        expect(leftOf(invoice, credits)).toEqual(nothingIn(leftOf(invoice, credits)));
      }),
      { numRuns: 400 },
    );
  });

  test('cancel its total exactly when nothing is left of its lines, also after some were deleted', () => {
    const anyDeletions = fc.array(fc.nat(4), { maxLength: 4 });
    fc.assert(
      fc.property(anyInvoice, anyParts, anyDeletions, anyParts, (invoice, parts, deletions, later) => {
        let credits: MadeCredit[] = [];
        const add = (lines?: readonly CreditedLine[]) => {
          try {
            if (lines?.length !== 0) credits = [...credits, credit(invoice, credits, lines)];
          } catch (error) {
            if (!(error instanceof DomainError)) throw error;
          }
        };
        for (const shares of parts) add(asked(invoice, credits, shares));
        for (const deleted of deletions) credits = credits.filter((_, at) => at !== deleted);
        for (const shares of later) add(asked(invoice, credits, shares));
        add();
        const notes = credits.map(({ totals }) => ({ id: '', number: '', totals, is_made: true }));
        fc.pre(isFullyCredited(invoice, creditedSums(credits).lines));
        expect(isTotalCredited(invoice, notes)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  test('add up: the amounts of each are those that its totals say', () => {
    fc.assert(
      fc.property(
        anyInvoice,
        fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 6, maxLength: 6 }),
        (invoice, shares) => {
          const lines = asked(invoice, [], shares);
          fc.pre(lines.length > 0);
          let part: ReturnType<typeof credit>;
          try {
            part = credit(invoice, [], lines);
          } catch (error) {
            if (error instanceof DomainError) return;
            throw error;
          }
          const { totals, vat_breakdown, allowance_charges } = part;
          const added = (texts: readonly string[]) => sum(texts.map((text) => decimal(text))).toFixed();
          const same = (text: string) => decimal(text).toFixed();
          expect(added(part.lines.map(({ net_amount }) => net_amount))).toBe(same(totals.lines));
          expect(added(vat_breakdown.map(({ taxable_amount }) => taxable_amount))).toBe(
            same(totals.tax_exclusive),
          );
          expect(added(vat_breakdown.map(({ vat_amount }) => vat_amount))).toBe(same(totals.tax));
          for (const { amount, applied_amount, shares } of allowance_charges) {
            expect([amount, added(shares.map((one) => one.amount))]).toEqual([
              applied_amount,
              same(applied_amount),
            ]);
            expect(decimal(applied_amount).gt(decimal('0'))).toBe(true);
          }
        },
      ),
    );
  });

  test('state rounded amounts of all that is credited by then', () => {
    const invoice = anInvoice({ lines: [aLine({ quantity: '3', unit_price: '33.333', vat_rate: '21' })] });
    const first = credit(invoice, [], [{ index: 0, quantity: '1' }]);
    const second = credit(invoice, [first], [{ index: 0, quantity: '1' }]);
    const third = credit(invoice, [first, second]);
    const nets = [first, second, third].map(({ totals }) => [totals.lines, totals.tax, totals.tax_inclusive]);
    expect(invoice.totals).toMatchObject({ lines: '100.00', tax: '21.00' });
    expect(nets).toEqual([
      ['33.33', '7.00', '40.33'],
      ['33.34', '7.00', '40.34'],
      ['33.33', '7.00', '40.33'],
    ]);
  });

  test('name the lines and entries that they credit', () => {
    const lines = [aLine(), aLine({ vat_rate: '6' }), aLine({ quantity: '4', discount_percent: '10' })];
    const allowance_charges = [
      { kind: 'charge', amount: '12', reason: 'Freight' },
      { kind: 'allowance', percent: '10', reason: 'Loyalty' },
    ] as const;
    const invoice = anInvoice({ lines, allowance_charges });
    const note = credit(invoice, [], [{ index: 2, quantity: '1' }, { index: 0 }]);
    expect(note.credit_origin).toEqual({ lines: [2, 0], allowance_charges: [0, 1] });
    expect(note.lines).toMatchObject([
      { quantity: '1', discount_percent: null, discount_amount: '10.00', net_amount: '90.00' },
      { quantity: '1', discount_amount: null, net_amount: '100.00' },
    ]);
    expect(note.allowance_charges).toMatchObject([
      { kind: 'charge', percent: null, reason: 'Freight' },
      { kind: 'allowance', percent: null, reason: 'Loyalty', amount: '19.00' },
    ]);
  });
});

test('Credit notes for an invoice with many VAT groups and entries are computed in linear time', () => {
  const invoice = anInvoice({
    lines: Array.from({ length: 1_000 }, (_, n) =>
      aLine({ quantity: '2', unit_price: '9.99', vat_rate: String(n / 50 + 1) }),
    ),
    allowance_charges: Array.from({ length: 6 }, () => ({
      ...{ kind: 'charge' as const, percent: '1', reason: 'Reason' },
    })),
  });
  const parts = invoice.lines.map((_, index) => ({ index, quantity: '1' }));
  const first = credit(invoice, [], parts);
  const second = credit(invoice, [first]);
  expect(leftOf(invoice, [first, second])).toEqual(nothingIn(leftOf(invoice, [])));
}, 20_000);

describe('A credit', () => {
  const invoice = anInvoice({ lines: [aLine({ quantity: '3' }), aLine({ quantity: '-1' })] });
  const first = credit(invoice, [], [{ index: 0, quantity: '1' }]);

  test.each<[string, readonly CreditedLine[], RegExp]>([
    ['of a line that there is none of', [{ index: 2 }], /^lines\.0\.index: the invoice/],
    ['of more than is left', [{ index: 0, quantity: '2.000001' }], /^lines\.0\.quantity: is more/],
    ['with the other sign', [{ index: 1, quantity: '1' }], /^lines\.0\.quantity: must have the sign/],
    ['of more than the total', [{ index: 0 }], /^lines: .*more than the total/],
  ])('%s is refused', (_, lines, message) => {
    expect(() => credit(invoice, [first], lines)).toThrow(refusal('validation_error', message));
  });

  test('of nothing is refused', () => {
    const rest = credit(invoice, [first]);
    expect(() => credit(invoice, [first, rest])).toThrow(refusal('validation_error', /nothing is left/));
    const one = [{ index: 0, quantity: '2' }, { index: 1 }];
    const all = credit(invoice, [first], one);
    expect(() => credit(invoice, [first, all], [{ index: 0 }])).toThrow(
      refusal('validation_error', /nothing is left/),
    );
  });

  test('below 0 is refused', () => {
    expect(() => credit(invoice, [first], [{ index: 1 }])).toThrow(refusal('invalid_amount', /./));
  });

  test('beyond the total, with credit notes that were written by hand, is refused', () => {
    const check = (by_hand: string) => () => creditAmounts(invoice, undefined, NOTHING_CREDITED, by_hand);
    expect(check('0')).not.toThrow();
    expect(check('0.01')).toThrow(refusal('validation_error', /more than the total/));
  });
});
