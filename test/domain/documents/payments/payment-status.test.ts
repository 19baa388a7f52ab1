import fc from 'fast-check';
import { documentAmounts } from '../../../../src/domain/amounts/totals';
import {
  assertPaymentsCovered,
  openAmount,
  paymentStatusOf,
  type Settlement,
  settlementOf,
} from '../../../../src/domain/documents/payments/payment-status';
import { decimal } from '../../../../src/domain/values/money';
import { refusal } from '../../refusal';
import { amountsInput } from '../builders';

const TOTALS = documentAmounts(amountsInput()).totals;
const written = (cents: number) => (cents / 100).toFixed(2);

/** A document with a total, of which `paid` was paid when it was issued. */
function settled(total: string, paid: string | null, sums: Partial<Settlement> | null = null) {
  const payable = decimal(total)
    .minus(decimal(paid ?? '0'))
    .toFixed(2);
  return {
    type: 'invoice' as const,
    currency: 'EUR',
    totals: { ...TOTALS, tax_inclusive: total, paid: paid ?? '0.00', payable },
    settlement: sums && { payments: null, links: null, set_off: null, ...sums },
  };
}

describe('the settlement', () => {
  test.each<Partial<Settlement>>([{ payments: '10.00' }, { links: '-5.00' }, { set_off: '0.01' }])(
    'is kept with the only sum %j',
    (sum) => {
      const sums = { payments: null, links: null, set_off: null, ...sum };
      expect(settlementOf(sums)).toEqual(sums);
    },
  );

  test('is null without any sum', () => {
    expect(settlementOf({ payments: null, links: null, set_off: null })).toBeNull();
  });
});

describe('the payment status', () => {
  test.each([
    ['100.00', null, null, 'unpaid'],
    ['100.00', '0.00', null, 'unpaid'],
    ['100.00', '0.01', null, 'partial'],
    ['100.00', '100.00', null, 'paid'],
    ['100.00', null, '99.99', 'partial'],
    ['100.00', '40.00', '59.99', 'partial'],
    ['100.00', '40.00', '60', 'paid'],
    ['100.00', null, '250.00', 'paid'],
    ['100.00', null, '-10.00', 'unpaid'],
    ['0.00', null, null, 'paid'],
    ['-50.00', null, null, 'unpaid'],
    ['-50.00', '-50.00', null, 'paid'],
    ['-50.00', null, '-20.00', 'partial'],
    ['-50.00', null, '-50.00', 'paid'],
    ['-50.00', null, '50.00', 'paid'],
  ])('of %s with %s paid and %s linked is %s', (total, paid_amount, links, expected) => {
    expect(paymentStatusOf(settled(total, paid_amount, links === null ? null : { links }))).toBe(expected);
  });

  test('counts payments, links and set-offs together', () => {
    const sums = { payments: '50.00', links: '30.00', set_off: '19.99' };
    expect(paymentStatusOf(settled('100.00', null, sums))).toBe('partial');
    expect(paymentStatusOf(settled('100.00', null, { ...sums, set_off: '20.00' }))).toBe('paid');
  });
});

describe('the open amount', () => {
  test.each<[string, string | null, Partial<Settlement> | null, string]>([
    ['100.00', null, null, '100.00'],
    ['100.00', '40.00', null, '60.00'],
    ['100.00', '40.00', { payments: '10.00', links: '5', set_off: '0.01' }, '44.99'],
    ['100.00', null, { links: '120.00' }, '-20.00'],
    ['100.00', null, { links: '-20.00' }, '120.00'],
    ['-50.00', null, null, '50.00'],
    ['-50.00', '-20.00', null, '30.00'],
    ['-50.00', null, { links: '-20.00' }, '30.00'],
    ['-50.00', null, { links: '20.00', payments: '5.00' }, '25.00'],
  ])('of %s with %s paid and %j settled is %s', (total, paid_amount, sums, expected) => {
    expect(openAmount(settled(total, paid_amount, sums))).toBe(expected);
  });

  test('has the decimals of the currency', () => {
    const document = settled('1000', null, { payments: '1' });
    expect(openAmount({ ...document, currency: 'KWD' })).toBe('999.000');
    expect(openAmount({ ...document, currency: 'JPY' })).toBe('999');
  });

  test('counts the rounding of a received document', () => {
    const { totals, ...document } = settled('121.00', null);
    const rounded = { ...document, totals: { ...totals, rounding: '-1.00', payable: '120.00' } };
    expect(openAmount(rounded)).toBe('120.00');
    const paid = { ...rounded, settlement: { payments: null, links: '120.00', set_off: null } };
    expect([openAmount(paid), paymentStatusOf(paid)]).toEqual(['0.00', 'paid']);
  });

  test.each<[Partial<Settlement> | null, string, string]>([
    [null, '100.3', 'unpaid'],
    [{ payments: '100.0' }, '0.3', 'partial'],
    [{ links: '100' }, '0.3', 'partial'],
    [{ payments: '100.0', links: '0.3' }, '0.0', 'paid'],
  ])(
    'has the decimals of the total of a received document where these are more: %j',
    (sums, open, status) => {
      const { totals, ...document } = settled('100.3', null, sums);
      const received = { ...document, currency: 'JPY', totals: { ...totals, payable: '100.3' } };
      expect([openAmount(received), paymentStatusOf(received)]).toEqual([open, status]);
    },
  );

  test('is above 0 for a received document whose rounding makes its total negative', () => {
    const { totals, ...document } = settled('0.30', null);
    const rounded = { ...document, totals: { ...totals, rounding: '-0.50', payable: '-0.20' } };
    expect([openAmount(rounded), paymentStatusOf(rounded)]).toEqual(['0.20', 'unpaid']);
  });

  test.each(['quote', 'proforma'] as const)('is null for a %s', (type) => {
    expect(openAmount({ ...settled('100.00', null), type })).toBeNull();
  });

  test('decides the payment status, whatever was paid', () => {
    const cents = fc.integer({ min: 0, max: 20_000 });
    fc.assert(
      fc.property(
        cents,
        cents,
        cents,
        fc.integer({ min: -20_000, max: 20_000 }),
        (total, paid, payments, links) => {
          const stated = Math.min(total, paid);
          const sums = { payments: payments === 0 ? null : written(payments), links: written(links) };
          const document = settled(written(total), written(stated), sums);
          const open = total - stated - payments - links;
          expect(openAmount(document)).toBe(written(open));
          const expected = open <= 0 ? 'paid' : open >= total ? 'unpaid' : 'partial';
          expect(paymentStatusOf(document)).toBe(expected);
        },
      ),
    );
  });
});

describe('a total', () => {
  test.each([
    ['100.00', '40.00', '60.00', true],
    ['100.00', '40.00', '60.01', false],
    ['100.00', null, '100.00', true],
    ['99.99', null, '100.00', false],
  ])('of %s covers %s paid and payments of %s: %s', (total, paid, payments, is_covered) => {
    const check = () => {
      const { totals: before } = settled('1000.00', null);
      assertPaymentsCovered(settled(total, paid, { payments, links: '1000.00' }), before);
    };
    if (is_covered) expect(check).not.toThrow();
    else expect(check).toThrow(refusal('invalid_paid_amount', /payments/));
  });

  test.each([[{ links: '1000.00' }], [null]])('covers %j, which has no payments', (sums) => {
    expect(() => {
      assertPaymentsCovered(settled('1.00', '1.00', sums), settled('2.00', null).totals);
    }).not.toThrow();
  });

  test.each([
    ['100.00', '100.00', true],
    ['100.00', '150.00', true],
    ['100.00', '99.99', false],
    ['250.00', '199.99', false],
  ])(
    'of %s may become %s with payments of 200.00 after one was reversed: %s',
    (before, after, is_accepted) => {
      const sums = { payments: '200.00', links: '-100.00' };
      const check = () => {
        assertPaymentsCovered(settled(after, null, sums), settled(before, null).totals);
      };
      if (is_accepted) expect(check).not.toThrow();
      else expect(check).toThrow(refusal('invalid_paid_amount', /payments/));
    },
  );
});
