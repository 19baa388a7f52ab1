import { newPayment, type PaymentInput } from '../../../../src/domain/documents/payments/recorded-payment';
import { aDocument } from '../../../support/documents';
import { refusal } from '../../refusal';
import { NOW } from '../builders';

const facts = { id: 'payment-1', now: NOW, today: '2026-07-01' };
const pay = (input: PaymentInput, document = aDocument()) => newPayment(input, document, facts);

describe('A payment', () => {
  test('is a transfer of today unless it says otherwise', () => {
    expect(pay({ amount: '21' })).toEqual({
      ...{ id: 'payment-1', amount: '21.00', date: '2026-07-01', method: 'transfer' },
      ...{ reference: null, created_at: NOW },
    });
    const input = { amount: '21.5', date: '1999-01-01', method: 'cash', reference: 'till 3' } as const;
    expect(pay(input)).toMatchObject({ ...input, amount: '21.50' });
  });

  test('has the decimals of the currency', () => {
    const of = (currency: string) => aDocument({ currency });
    expect(pay({ amount: '1' }, of('JPY')).amount).toBe('1');
    expect(pay({ amount: '1' }, of('KWD')).amount).toBe('1.000');
    expect(() => pay({ amount: '1.0' }, of('JPY'))).toThrow(
      refusal('validation_error', /^amount: .*decimals/),
    );
    expect(() => pay({ amount: '1.001' })).toThrow(refusal('validation_error', /^amount: .*decimals/));
  });

  test('has the decimals of the total of a received document where these are more', () => {
    const { totals, ...document } = aDocument({ currency: 'JPY' });
    const received = { ...document, totals: { ...totals, tax_inclusive: '121.61', payable: '121.61' } };
    expect(pay({ amount: '121' }, received).amount).toBe('121.00');
    const partly = { ...received, settlement: { payments: '121.00', links: null, set_off: null } };
    expect(pay({ amount: '0.61' }, partly).amount).toBe('0.61');
    expect(() => pay({ amount: '1' }, partly)).toThrow(refusal('invalid_paid_amount', /open amount/));
    expect(() => pay({ amount: '0.001' }, partly)).toThrow(refusal('validation_error', /at most 2 decimals/));
  });

  test('is at most what is open', () => {
    const partly = { ...aDocument(), settlement: { payments: '100.00', links: null, set_off: null } };
    expect(pay({ amount: '21.00' }, partly)).toMatchObject({ amount: '21.00' });
    expect(() => pay({ amount: '21.01' }, partly)).toThrow(refusal('invalid_paid_amount', /open amount/));
    const paid = { ...partly, settlement: { ...partly.settlement, links: '21.00' } };
    expect(() => pay({ amount: '0.01' }, paid)).toThrow(refusal('invalid_paid_amount', /Nothing is open/));
  });

  test.each(['quote', 'proforma'] as const)('of a %s is refused', (type) => {
    expect(() => pay({ amount: '1' }, aDocument({ type }))).toThrow(refusal('validation_error', /^type: /));
  });
});
