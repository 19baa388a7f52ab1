import fc from 'fast-check';
import type { LineInput } from '../../../../src/domain/amounts/lines';
import {
  assertCreditedLines,
  type CreditedLine,
  creditLines,
  isFullyCredited,
  share,
  withCredit,
} from '../../../../src/domain/documents/derived/credit-lines';
import { decimal } from '../../../../src/domain/values/money';
import { creditedSums, type MadeCredit } from '../../../support/credited-sums';
import { aDocument } from '../../../support/documents';
import { refusal } from '../../refusal';
import { aLine } from '../builders';

const invoiceOf = (...lines: Partial<LineInput>[]) => aDocument({ lines: lines.map(aLine) });
type Invoice = ReturnType<typeof invoiceOf>;

/** The credit note for the lines that are asked for. */
function credit(
  invoice: Invoice,
  earlier: readonly MadeCredit[] = [],
  asked?: readonly CreditedLine[],
): MadeCredit {
  const credited = creditLines(invoice, asked, creditedSums(earlier).lines, 2);
  return {
    ...invoice,
    lines: credited.map(({ line }) => line),
    credit_origin: { lines: credited.map(({ index }) => index), allowance_charges: [] },
  };
}

/** Quantity, discount and net amount of the only line of credit notes for these quantities, one after the other. */
function parts(invoice: Invoice, quantities: readonly (string | null)[]) {
  const credits: MadeCredit[] = [];
  for (const quantity of quantities) credits.push(credit(invoice, credits, [{ index: 0, quantity }]));
  return credits.map(({ lines: [line] }) => [line!.quantity, line!.discount_amount, line!.net_amount]);
}

describe('The credit notes of a line, of which some are deleted', () => {
  const step = fc.oneof(
    fc.record({ credited: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ deleted: fc.nat(2) }),
  );
  const line = fc.record({
    quantity: fc
      .tuple(fc.integer({ min: 1, max: 1000 }), fc.constantFrom('', '-'))
      .map(([n, sign]) => sign + n),
    unit_price: fc.nat(20).map((thousandths) => (thousandths / 1000).toFixed(3)),
    discount_percent: fc.nat(100).map(String),
  });

  test('never have a discount below 0 or above the gross amount, and in the end the amounts of the line', () => {
    fc.assert(
      fc.property(line, fc.array(step, { minLength: 3, maxLength: 20 }), (of_line, steps) => {
        const invoice = invoiceOf(of_line, { quantity: '1', unit_price: '9999' });
        const [whole] = invoice.lines;
        const sign = of_line.quantity.startsWith('-') ? '-' : '';
        let credits: MadeCredit[] = [];
        const sumOf = (member: 'quantity' | 'discount_amount' | 'net_amount') =>
          credits.reduce(
            (total, { lines: [part] }) => total.plus(decimal(part![member] ?? '0')),
            decimal('0'),
          );
        const left = () => decimal(whole!.quantity).minus(sumOf('quantity')).abs();
        const add = (quantity: string | null) =>
          (credits = [...credits, credit(invoice, credits, [{ index: 0, quantity }])]);
        for (const one of steps) {
          if ('deleted' in one) credits = credits.filter((_, at) => at !== one.deleted);
          else if (left().gt(String(one.credited))) add(`${sign}${one.credited}`);
        }
        add(null);
        const discounts = credits.map(({ lines: [part] }) => Number(part!.discount_amount ?? 0));
        expect(Math.min(...discounts)).toBeGreaterThanOrEqual(0);
        const nets = credits.map(({ lines: [part] }) => Number(sign + '1') * Number(part!.net_amount));
        expect(Math.min(...nets)).toBeGreaterThanOrEqual(0);
        expect([sumOf('quantity').toFixed(), sumOf('net_amount').toFixed(2)]).toEqual([
          ...[decimal(whole!.quantity).toFixed(), decimal(whole!.net_amount).toFixed(2)],
        ]);
      }),
      { seed: 4, numRuns: 500 },
    );
  });
});

describe('The lines of a credit note', () => {
  const invoice = invoiceOf(
    { name: 'Days', description: 'In June', quantity: '3', unit: 'DAY', item_reference: 'D-1' },
    { name: 'Books', quantity: '2', vat_rate: '0', vat_category: 'E', vat_exemption_reason: 'Book' },
    { name: 'Returned', quantity: '-1', unit_price: '7.5', order_line_reference: '4' },
  );
  const [days, books, returned] = invoice.lines;

  test('are all lines of the invoice when none is named', () => {
    const { lines, credit_origin } = credit(invoice);
    expect(lines).toEqual(invoice.lines);
    expect(credit_origin.lines).toEqual([0, 1, 2]);
  });

  test('are what is left of the lines when none is named', () => {
    const first = credit(invoice, [], [{ index: 2 }, { index: 0, quantity: '1' }]);
    const { lines, credit_origin } = credit(invoice, [first]);
    expect(lines).toEqual([{ ...days, quantity: '2', net_amount: '200.00' }, books]);
    expect(credit_origin.lines).toEqual([0, 1]);
  });

  test('are those that are named, in that order, with all that is left where no quantity is given', () => {
    const asked = [{ index: 2, quantity: null }, { index: 0, quantity: '1.50' }, { index: 1 }];
    const { lines, credit_origin } = credit(invoice, [], asked);
    expect(lines).toEqual([returned, { ...days, quantity: '1.5', net_amount: '150.00' }, books]);
    expect(credit_origin.lines).toEqual([2, 0, 1]);
  });

  test('state their net amount as computed', () => {
    expect(creditLines(invoice, [{ index: 2 }], new Map(), 2).map(({ net }) => net.toFixed())).toEqual([
      '-7.5',
    ]);
  });

  test('have the decimals of the currency', () => {
    const whole = invoiceOf({ quantity: '3', unit_price: '33.333', discount_percent: '10' });
    const [part] = creditLines(whole, [{ index: 0, quantity: '2' }], new Map(), 0);
    expect(part!.line).toMatchObject({ discount_amount: '7', net_amount: '60' });
  });
});

describe('Credits of parts of a line', () => {
  test.each<[string, Partial<LineInput>, readonly (string | null)[], ReturnType<typeof parts>]>([
    [
      'without a discount',
      { quantity: '3', unit_price: '33.333' },
      ['1', '1', null],
      [
        ['1', null, '33.33'],
        ['1', null, '33.34'],
        ['1', null, '33.33'],
      ],
    ],
    [
      'with a discount by percent',
      { quantity: '3', unit_price: '33.333', discount_percent: '10.5' },
      ['1', '1', '1'],
      [
        ['1', '3.50', '29.83'],
        ['1', '3.50', '29.84'],
        ['1', '3.50', '29.83'],
      ],
    ],
    [
      'with a discount by amount',
      { quantity: '3', unit_price: '33.333', discount_amount: '10' },
      ['1', '1', '1'],
      [
        ['1', '3.33', '30.00'],
        ['1', '3.34', '30.00'],
        ['1', '3.33', '30.00'],
      ],
    ],
    [
      'below 0 with a discount',
      { quantity: '-3', unit_price: '33.333', discount_amount: '20' },
      ['-1', '-0.5', null],
      [
        ['-1', '6.67', '-26.66'],
        ['-0.5', '3.33', '-13.34'],
        ['-1.5', '10.00', '-40.00'],
      ],
    ],
    [
      'with a discount of nothing',
      { quantity: '2', unit_price: '10', discount_amount: '0' },
      ['1', '1'],
      [
        ['1', null, '10.00'],
        ['1', null, '10.00'],
      ],
    ],
  ])('%s add up to the rounded amounts of all that is credited by then', (_, line, quantities, expected) => {
    expect(parts(invoiceOf(line, { quantity: '10' }), quantities)).toEqual(expected);
  });

  test('of a line that costs nothing cost nothing', () => {
    const free = invoiceOf({ quantity: '10', unit_price: '1.2345', discount_percent: '100' }, {});
    expect(parts(free, ['7', null])).toEqual([
      ['7', '8.64', '0.00'],
      ['3', '3.71', '0.00'],
    ]);
  });

  test('take what is left of the line in the end, also after one with too little discount', () => {
    const free = invoiceOf({ quantity: '0.38', unit_price: '0.19', discount_percent: '100' }, {});
    const [first] = parts(free, ['0.08']);
    expect(first).toEqual(['0.08', '0.02', '0.00']);
    const note = credit(free, [], [{ index: 0, quantity: '0.08' }]);
    const older = {
      ...note,
      lines: [{ ...note.lines[0]!, discount_amount: '0.01', net_amount: '0.01' }],
    };
    const last = credit(free, [older], [{ index: 0 }]);
    expect(last.lines).toMatchObject([{ discount_amount: '0.06', net_amount: '-0.01' }]);
  });

  test('state the discount of a percentage as an amount', () => {
    const [line] = credit(invoiceOf({ quantity: '2', discount_percent: '10' })).lines;
    expect(line).toMatchObject({ discount_percent: null, discount_amount: '20.00', net_amount: '180.00' });
  });
});

describe('The lines that a request names', () => {
  const invoice = invoiceOf({ quantity: '3' }, { quantity: '-2' }, { quantity: '1' });
  const earlier = () => [credit(invoice, [], [{ index: 0, quantity: '1' }, { index: 2 }])];

  test.each<[string, readonly CreditedLine[], string]>([
    ['do not exist', [{ index: 3 }], 'lines.0.index: the invoice has no such line'],
    ['are credited already', [{ index: 0 }, { index: 2 }], 'lines.1.index: nothing is left of the line'],
    [
      'are credited already, whatever the quantity',
      [{ index: 2, quantity: '1' }],
      'lines.0.index: nothing is left of the line',
    ],
    [
      'are credited with less than 0',
      [{ index: 0, quantity: '-1' }],
      'lines.0.quantity: must have the sign of the line',
    ],
    [
      'are below 0 and credited with more than 0',
      [{ index: 0 }, { index: 1, quantity: '1' }],
      'lines.1.quantity: must have the sign of the line',
    ],
    [
      'have less left',
      [{ index: 0, quantity: '2.000001' }],
      'lines.0.quantity: is more than is left of the line',
    ],
    [
      'are below 0 and have less left',
      [{ index: 1, quantity: '-2.000001' }],
      'lines.0.quantity: is more than is left of the line',
    ],
  ])('are refused when they %s', (_, asked, message) => {
    const before = creditedSums(earlier()).lines;
    expect(() => creditLines(invoice, asked, before, 2)).toThrow(refusal('validation_error', message));
  });

  test.each<[string, readonly CreditedLine[], string]>([
    [
      'are named twice',
      [{ index: 3 }, { index: 3, quantity: '1' }],
      'lines.1.index: must name each line once',
    ],
    ['are credited with 0', [{ index: 0 }, { index: 9, quantity: '0.0' }], 'lines.1.quantity: must not be 0'],
  ])('are refused when they %s, whatever the invoice is', (_, asked, message) => {
    expect(() => assertCreditedLines(asked)).toThrow(refusal('validation_error', message));
    expect(() => assertCreditedLines(asked.slice(0, 1))).not.toThrow();
  });

  test('may be credited with exactly what is left', () => {
    const asked = [
      { index: 0, quantity: '2.00' },
      { index: 1, quantity: '-2' },
    ];
    expect(credit(invoice, earlier(), asked).lines.map(({ quantity }) => quantity)).toEqual(['2', '-2']);
  });

  test.each([[undefined], [[{ index: 0 }]]])(
    'are refused when nothing is left of the invoice: %j',
    (asked) => {
      const all = [...earlier(), credit(invoice, earlier())];
      expect(() => creditLines(invoice, asked, creditedSums(all).lines, 2)).toThrow(
        refusal('validation_error', 'lines: nothing is left of the invoice'),
      );
    },
  );
});

test('What is credited of lines, with one more credit note, is what all credit notes credit', () => {
  const invoice = invoiceOf({ quantity: '3', discount_percent: '10' }, { quantity: '-2' }, { quantity: '1' });
  const first = credit(
    invoice,
    [],
    [
      { index: 1, quantity: '-0.5' },
      { index: 0, quantity: '1' },
    ],
  );
  const second = credit(invoice, [first], [{ index: 0, quantity: '1.5' }, { index: 2 }]);
  const after_first = withCredit(new Map(), first);
  expect(after_first).toEqual(creditedSums([first]).lines);
  expect(withCredit(after_first, second)).toEqual(creditedSums([first, second]).lines);
});

describe('Whether an invoice is fully credited', () => {
  const invoice = invoiceOf({ quantity: '3' }, { quantity: '-2' });
  const A_PART: CreditedLine[] = [{ index: 0, quantity: '1' }, { index: 1 }];
  const ONE_LINE: CreditedLine[] = [{ index: 0 }];

  test.each<[string, boolean, (CreditedLine[] | undefined)[]]>([
    ['without a credit note', false, []],
    ['after a credit note for a part', false, [A_PART]],
    ['after a credit note for one line only', false, [ONE_LINE]],
    ['after a credit note for all', true, [undefined]],
    ['after credit notes for all parts', true, [A_PART, undefined]],
  ])('%s: %s', (_, expected, requests) => {
    const credits: MadeCredit[] = [];
    for (const asked of requests) credits.push(credit(invoice, credits, asked));
    expect(isFullyCredited(invoice, creditedSums(credits).lines)).toBe(expected);
  });
});

describe('The share of an amount', () => {
  test.each([
    ['is rounded', '10.01', '2', '3', '6.67'],
    ['is the amount itself for the whole', '10.005', '3', '3', '10.005'],
    ['is 0 when the amount is 0', '0', '2', '3', '0'],
    ['is 0 when the amount and the whole are 0', '0', '10', '0', '0'],
  ])('%s: %s for %s of %s is %s', (_, value, part, whole, expected) => {
    expect(share(decimal(value), decimal(part), decimal(whole), 2).toFixed()).toBe(expected);
  });
});
