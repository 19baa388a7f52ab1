import fc from 'fast-check';
import {
  creditState,
  isTotalCredited,
  mayChangeSetOff,
  movedSetOff,
  setOff,
  setOffAgain,
  withCreditNotes,
  withoutSetOff,
  withSetOff,
} from '../../../../src/domain/documents/derived/set-off';
import { openAmount, type Settlement } from '../../../../src/domain/documents/payments/payment-status';
import { decimal } from '../../../../src/domain/values/money';
import { creditedSums } from '../../../support/credited-sums';
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

describe('A changed credit note', () => {
  const as = (id: string, total: string, sums?: Partial<Settlement>) => ({ ...invoice(total, sums), id });
  const before = note('30', { set_off: '30.00' });
  const former_invoice = as('A', '100', { set_off: '30.00' });
  const small = as('A', '35', { set_off: '30.00' });
  const paid = as('B', '20', { payments: '20.00' });

  test.each([
    ['more of the same invoice', '50', former_invoice, former_invoice, '50.00', ['A 20']],
    ['less of the same invoice', '10', former_invoice, former_invoice, '10.00', ['A -20']],
    ['no more than the invoice has open', '50', small, small, '35.00', ['A 5']],
    ['what another invoice has open', '30', former_invoice, as('B', '20'), '20.00', ['B 20', 'A -30']],
    ['nothing of a paid invoice', '30', former_invoice, paid, undefined, ['B 0', 'A -30']],
    ['nothing without an own invoice', '30', former_invoice, undefined, undefined, ['A -30']],
  ])('is set off again: %s', (_, total, former_invoice, invoice, set_off, changes) => {
    const after = note(total, { set_off: '30.00' });
    const moved = movedSetOff(before, after, { former_invoice, invoice });
    expect(moved.note.settlement?.set_off).toBe(set_off);
    expect(moved.invoices.map(({ invoice, difference }) => `${invoice.id} ${difference.toFixed()}`)).toEqual(
      changes,
    );
  });

  test('that named no own invoice is set off against the one that it names now', () => {
    const moved = movedSetOff(note('30'), note('30'), { former_invoice: undefined, invoice: as('B', '100') });
    expect(moved.note).toMatchObject({ settlement: { set_off: '30.00' }, payment_status: 'paid' });
    expect(moved.invoices).toMatchObject([{ invoice: { id: 'B' }, difference: decimal('30') }]);
  });

  test('that never names an own invoice changes no invoice', () => {
    const moved = movedSetOff(note('30'), note('50'), { former_invoice: undefined, invoice: undefined });
    expect(moved).toMatchObject({ note: { settlement: null, payment_status: 'unpaid' }, invoices: [] });
  });
});

describe('The credit notes of an invoice', () => {
  const by_hand = (total: string) => ({
    ...note(total),
    id: total,
    number: `CN-${total}`,
    is_made: false,
  });

  test('are none before the first', () => {
    expect(creditState(invoice('100'), [], undefined)).toBeNull();
  });

  test('are listed with their total, and are complete from the total of the invoice on', () => {
    expect(creditState(invoice('100'), [by_hand('30'), by_hand('60')], undefined)).toEqual({
      amount: '90.00',
      notes: [
        { id: '30', number: 'CN-30' },
        { id: '60', number: 'CN-60' },
      ],
      ...{ is_made: false, is_complete: false },
    });
    expect(creditState(invoice('100'), [by_hand('100')], undefined)).toMatchObject({ is_complete: true });
    expect(creditState(invoice('0'), [by_hand('0')], undefined)).toMatchObject({ is_complete: false });
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
    const made = (total: string, ...lines: number[]) => ({
      ...{ ...by_hand(total), is_made: true, credit_origin: { lines, allowance_charges: [] } },
      lines: lines.map((index) => sold.lines[index]!),
    });
    const [first, rest] = [made('100', 0), made('0', 1, 2)];
    const credited = creditedSums([first]).lines;
    expect(creditState(sold, [first], credited)).toMatchObject({ amount: '100.00', is_complete: false });
    // With a credit note that was written by hand, the limit is exceeded.
    expect(creditState(sold, [first, by_hand('1')], credited)).toMatchObject({ is_complete: true });
    expect(creditState(sold, [first, rest], creditedSums([first, rest]).lines)).toMatchObject({
      ...{ amount: '100.00', is_complete: true },
    });
  });

  test.each([
    [true, 'those that were made from it do', [['60', true] as const, ['40', true] as const]],
    [
      true,
      'those that were made from it do, whatever the others',
      [
        ['100', true],
        ['5', false],
      ] as const,
    ],
    [false, 'those that were made from it have less', [['60', true] as const]],
    [
      false,
      'only all of them do',
      [
        ['60', true],
        ['40', false],
      ] as const,
    ],
    [false, 'only those that were written by hand do', [['100', false]] as const],
  ])('have the total of the invoice: %s when %s', (expected, _, totals) => {
    const notes = totals.map(([total, is_made]) => ({ ...by_hand(total), is_made }));
    expect(isTotalCredited(invoice('100'), notes)).toBe(expected);
    expect(isTotalCredited(invoice('0'), [])).toBe(false);
  });

  test.each([
    [true, 'one of them was made from it'],
    [false, 'all of them were written by hand'],
  ])('fix its amounts: %s when %s', (is_made) => {
    const notes = [by_hand('30'), { ...by_hand('20'), is_made }];
    expect(creditState(invoice('100'), notes, undefined)).toMatchObject({ is_made });
  });

  test('and what is set off are a new version of the invoice', () => {
    const before = invoice('100');
    const credited = creditState(before, [by_hand('30')], undefined);
    const after = withCreditNotes(before, credited, decimal('30'), NOW);
    expect(after).toMatchObject({
      version: before.version + 1,
      updated_at: NOW,
      settlement: { set_off: '30.00' },
      credited: { amount: '30.00' },
    });
    expect(withCreditNotes(before, null, decimal('0'), NOW)).toBe(before);
  });
});
