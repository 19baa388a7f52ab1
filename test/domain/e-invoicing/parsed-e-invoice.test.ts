import { EInvoiceFault } from '../../../src/domain/e-invoicing/parsed-e-invoice';

describe('A fault of an e-invoice', () => {
  test('has a path and a message', () => {
    expect(new EInvoiceFault('lines.0.net_amount', 'is missing (BR-24)')).toMatchObject({
      name: 'EInvoiceFault',
      message: 'lines.0.net_amount: is missing (BR-24)',
      place: 'lines.0.net_amount',
      reason: 'is missing (BR-24)',
    });
  });

  test('of the whole e-invoice has a message only', () => {
    expect(new EInvoiceFault(null, 'is not an e-invoice').message).toBe('is not an e-invoice');
  });
});
