import { documentAmounts } from '../../../src/domain/amounts/totals';
import { paymentStatus, paymentStatusOf } from '../../../src/domain/documents/payment-status';
import { amountsInput } from './builders';

describe('the payment status', () => {
  test.each([
    ['100.00', null, '0', 'unpaid'],
    ['100.00', '0.00', '0', 'unpaid'],
    ['100.00', '0.01', '0', 'partial'],
    ['100.00', null, '99.99', 'partial'],
    ['100.00', '40.00', '59.99', 'partial'],
    ['100.00', '40.00', '60', 'paid'],
    ['100.00', null, '250.00', 'paid'],
    ['100.00', null, '-10.00', 'unpaid'],
    ['0.00', null, '0', 'paid'],
    ['-50.00', null, '0', 'unpaid'],
    ['-50.00', null, '-20.00', 'partial'],
    ['-50.00', null, '-50.00', 'paid'],
    ['-50.00', null, '50.00', 'paid'],
  ])('of %s with %s paid and %s linked is %s', (total, paid_amount, linked_amount, expected) => {
    expect(paymentStatus({ total, paid_amount, linked_amount })).toBe(expected);
  });
});

describe('the payment status of a document', () => {
  const totals = { ...documentAmounts(amountsInput()).totals, tax_inclusive: '121.00', rounding: '-1.00' };

  test.each([
    [null, '119.99', 'partial'],
    [null, '120.00', 'paid'],
    ['20.00', '99.99', 'partial'],
    ['20.00', '100.00', 'paid'],
    [null, '0', 'unpaid'],
  ])('counts its rounding, with %s paid and %s linked it is %s', (paid_amount, linked_amount, expected) => {
    expect(paymentStatusOf({ totals, paid_amount }, linked_amount)).toBe(expected);
  });
});
