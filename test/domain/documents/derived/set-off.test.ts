import fc from 'fast-check';
import {
  creditState,
  mayChangeSetOff,
  setOff,
  setOffAgain,
  withCreditNotes,
  withoutSetOff,
  withSetOff,
} from '../../../../src/domain/documents/derived/set-off';
import { openAmount, type Settlement } from '../../../../src/domain/documents/payments/payment-status';
import { decimal } from '../../../../src/domain/values/money';
import { aDocument } from '../../../support/documents';

const NOW = new Date('2026-07-03T10:00:00.000Z');
const of = (type: 'invoice' | 'credit_note', total: string, sums: Partial<Settlement> = {}) => {
  const document = aDocument({
    type,
    lines: [{ name: 'Work', quantity: '1', unit_price: total, vat_rate: '0', vat_category: 'Z' }],
  });
  const settlement = { payments: null, links: null, set_off: null, ...sums };
  return { ...document, settlement: Object.values(sums).length > 0 ? settlement : null };
};
const invoice = (total: string, sums?: Partial<Settlement>) => of('invoice', total, sums);
const note = (total: string, sums?: Partial<Settlement>) => of('credit_note', total, sums);

test.each([
  [{ lines: [] }, true],
  [{ allowance_charges: null }, true],
  [{ paid_amount: '1' }, true],
  [{ currency: 'USD' }, true],
  [{ preceding_document: null }, true],
  [{ note: 'x', due_date: '2026-07-31' }, false],
  [{ lines: undefined }, false],
] as const)('a change of %j may change what is set off: %s', (change: object, expected) => {
  expect(mayChangeSetOff(change)).toBe(expected);
});

describe('What is set off', () => {
  test.each([
    ['the smaller of both', invoice('100'), note('30'), '30'],
    ['the smaller of both', invoice('20'), note('30'), '20'],
    ['what the invoice has open', invoice('100', { payments: '80.00' }), note('30'), '20'],
    ['nothing of a paid invoice', invoice('100', { payments: '100.00' }), note('30'), '0'],
    ['nothing of an invoice that is paid too much', invoice('100', { payments: '120.00' }), note('30'), '0'],
  ])('is %s', (_, one, other, expected) => {
    expect(setOff(one, other).toFixed()).toBe(expected);
  });

  test('changes the settlement and the payment status', () => {
    const part = withSetOff(invoice('100'), decimal('30'));
    expect(part).toEqual({
      settlement: { payments: null, links: null, set_off: '30.00' },
      payment_status: 'partial',
    });
    const paid = invoice('100', { payments: '70.00', set_off: '10.00' });
    expect(withSetOff(paid, decimal('20'))).toEqual({
      settlement: { payments: '70.00', links: null, set_off: '30.00' },
      payment_status: 'paid',
    });
  });

  test('is gone without a trace when nothing is set off', () => {
    expect(withoutSetOff(invoice('100', { set_off: '30.00' }))).toMatchObject({
      settlement: null,
      payment_status: 'unpaid',
    });
  });
});

describe('An invoice and its credit notes', () => {
  test('are set off the oldest credit note first, whatever was set off before', () => {
    const again = setOffAgain(invoice('100', { set_off: '5.00' }), [
      ...[note('60', { set_off: '1.00' }), note('70'), note('10')],
    ]);
    expect(again.invoice.settlement?.set_off).toBe('100.00');
    expect(again.notes.map(({ settlement }) => settlement?.set_off)).toEqual(['60.00', '40.00', undefined]);
  });

  test('have what is set off on both sides, and never less than nothing open', () => {
    const cents = fc.integer({ min: 1, max: 100_000 }).map((value) => (value / 100).toFixed(2));
    fc.assert(
      fc.property(cents, fc.array(cents, { maxLength: 4 }), (total, totals) => {
        const again = setOffAgain(
          invoice(total),
          totals.map((one) => note(one)),
        );
        const sums = again.notes.map(({ settlement }) => Number(settlement?.set_off ?? 0));
        expect(sums.reduce((sum, one) => sum + one, 0)).toBeCloseTo(
          Number(again.invoice.settlement?.set_off ?? 0),
          5,
        );
        for (const one of [again.invoice, ...again.notes])
          expect(Number(openAmount(one))).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 50 },
    );
  });
});

describe('The credit notes of an invoice', () => {
  const by_hand = (total: string) => ({
    ...note(total),
    id: total,
    number: `CN-${total}`,
    ...{ credit_origin: null, quantities: [] },
  });

  test('are none before the first', () => {
    expect(creditState(invoice('100'), [])).toBeNull();
  });

  test('are listed with their total, and are complete from the total of the invoice on', () => {
    expect(creditState(invoice('100'), [by_hand('30'), by_hand('60')])).toEqual({
      amount: '90.00',
      notes: [
        { id: '30', number: 'CN-30' },
        { id: '60', number: 'CN-60' },
      ],
      ...{ is_made: false, is_complete: false },
    });
    expect(creditState(invoice('100'), [by_hand('100')])).toMatchObject({ is_complete: true });
    expect(creditState(invoice('0'), [by_hand('0')])).toMatchObject({ is_complete: false });
  });

  test('leave lines with a total of 0, such as one and its reversal, to be credited', () => {
    const line = {
      name: 'Work',
      quantity: '1',
      unit_price: '100',
      vat_rate: '0',
      vat_category: 'Z',
    } as const;
    const sold = aDocument({ type: 'invoice', lines: [line, line, { ...line, quantity: '-1' }] });
    const made = (...lines: number[]) => ({
      ...{ ...by_hand('100'), credit_origin: { lines, allowance_charges: [] } },
      quantities: lines.map((index) => sold.lines[index]!.quantity),
    });
    expect(creditState(sold, [made(0)])).toMatchObject({ amount: '100.00', is_complete: false });
    // With a credit note that was written by hand, the limit is exceeded.
    expect(creditState(sold, [made(0), by_hand('1')])).toMatchObject({ is_complete: true });
    expect(creditState(sold, [made(0), { ...made(1, 2), totals: note('0').totals }])).toMatchObject({
      ...{ amount: '100.00', is_complete: true },
    });
  });

  test.each([
    [true, 'one of them was made from it', { lines: [], allowance_charges: [] }],
    [false, 'all of them were written by hand', null],
  ])('fix its amounts: %s when %s', (is_made, _, credit_origin) => {
    const notes = [by_hand('30'), { ...by_hand('20'), credit_origin }];
    expect(creditState(invoice('100'), notes)).toMatchObject({ is_made });
  });

  test('and what is set off are a new version of the invoice', () => {
    const before = invoice('100');
    const after = withCreditNotes(before, [by_hand('30')], decimal('30'), NOW);
    expect(after).toMatchObject({
      version: before.version + 1,
      updated_at: NOW,
      settlement: { set_off: '30.00' },
      credited: { amount: '30.00' },
    });
    expect(withCreditNotes(before, [], decimal('0'), NOW)).toBe(before);
  });
});
