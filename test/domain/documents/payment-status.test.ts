import { paymentStatus } from '../../../src/domain/documents/payment-status';

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
