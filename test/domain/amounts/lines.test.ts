import { computedLine, lineAmounts, type LineInput } from '../../../src/domain/amounts/lines';
import { amount } from '../../../src/domain/values/money';
import { refusal } from '../refusal';
import { aLine } from '../documents/builders';

const net = (line: Partial<LineInput>, minor_units = 2) =>
  computedLine(aLine(line), 0, minor_units).line.net_amount;

describe('the net amount of a line', () => {
  test.each<[string, Partial<LineInput>, number, string]>([
    ['three at 99.99', { quantity: '3', unit_price: '99.99' }, 2, '299.97'],
    ['half a cent rounds up', { quantity: '0.5', unit_price: '0.01' }, 2, '0.01'],
    ['minus half a cent rounds down', { quantity: '-0.5', unit_price: '0.01' }, 2, '-0.01'],
    ['a negative line', { quantity: '-2', unit_price: '10' }, 2, '-20.00'],
    ['ten percent off', { unit_price: '99.99', discount_percent: '10' }, 2, '89.99'],
    ['a discount makes a negative line smaller', { quantity: '-1', discount_percent: '10' }, 2, '-90.00'],
    ['so does an amount', { quantity: '-1', discount_amount: '30' }, 2, '-70.00'],
    ['a discount of the whole amount', { discount_amount: '100.00' }, 2, '0.00'],
    ['all of a negative line off', { quantity: '-1', discount_percent: '100' }, 2, '0.00'],
    ['a price of zero', { unit_price: '0', quantity: '-3' }, 2, '0.00'],
    ['yen', { quantity: '3', unit_price: '366.9', discount_percent: '0' }, 0, '1101'],
    ['Kuwaiti dinar', { quantity: '1', unit_price: '1.2345' }, 3, '1.235'],
    ['six decimals each', { quantity: '0.000001', unit_price: '999999999999.999999' }, 2, '1000000.00'],
  ])('%s', (_case, line, minor_units, expected) => {
    expect(net(line, minor_units)).toBe(expected);
  });

  test('is the gross amount minus the discount, both rounded', () => {
    const parts = lineAmounts(aLine({ quantity: '3', unit_price: '0.335', discount_percent: '50' }), 2);
    expect([parts.gross, parts.discount, parts.net].map((part) => amount(part, 2))).toEqual([
      '1.01',
      '0.51',
      '0.50',
    ]);
  });
});

describe('a line', () => {
  test('has null for fields that were not given', () => {
    expect(computedLine(aLine(), 0, 2).line).toEqual({
      name: 'Work',
      description: null,
      quantity: '1',
      unit: 'C62',
      unit_price: '100',
      discount_percent: null,
      discount_amount: null,
      vat_rate: '21.00',
      vat_category: 'S',
      vat_exemption_reason: null,
      vat_exemption_code: null,
      item_reference: null,
      order_line_reference: null,
      net_amount: '100.00',
    });
  });

  test('has the number formats of the API', () => {
    const { line } = computedLine(
      aLine({
        quantity: '2.50',
        unit_price: '10.0',
        unit: 'HUR',
        discount_percent: '5',
        vat_rate: '0',
        vat_category: 'E',
        item_reference: 'A1',
      }),
      0,
      2,
    );
    expect(line).toMatchObject({
      quantity: '2.5',
      unit_price: '10',
      unit: 'HUR',
      discount_percent: '5.00',
      discount_amount: null,
      vat_rate: '0.00',
      item_reference: 'A1',
    });
  });

  test('is the same when it is computed again', () => {
    const { line } = computedLine(aLine({ discount_amount: '1.5', vat_rate: '0', vat_category: 'AE' }), 0, 2);
    expect(computedLine(line, 0, 2).line).toEqual(line);
  });

  test.each<[string, Partial<LineInput>, number, string]>([
    [
      'both discounts',
      { discount_amount: '1', discount_percent: '1' },
      2,
      'lines.4.discount_amount: cannot be combined with discount_percent',
    ],
    [
      'a discount above the gross',
      { discount_amount: '100.01' },
      2,
      'lines.4.discount_amount: must not be above quantity times unit_price',
    ],
    [
      'a discount above the size of a negative line',
      { quantity: '-1', discount_amount: '100.01' },
      2,
      'lines.4.discount_amount: must not be above quantity times unit_price',
    ],
    [
      'a discount with more decimals than the currency',
      { discount_amount: '1.5' },
      0,
      'lines.4.discount_amount: must have at most 0 decimals in this currency',
    ],
    [
      'a discount with more decimals than the currency, though all are zeros',
      { discount_amount: '5.0' },
      0,
      'lines.4.discount_amount: must have at most 0 decimals in this currency',
    ],
    [
      'too much',
      { quantity: '1000000', unit_price: '999999999999' },
      2,
      'lines.4: quantity times unit_price must be below 10^15',
    ],
    [
      'too much taken back',
      { quantity: '-1000', unit_price: '999999999999.999999' },
      2,
      'lines.4: quantity times unit_price must be below 10^15',
    ],
    [
      'a fault of its VAT before any other',
      { vat_rate: '0', discount_amount: '101' },
      2,
      'lines.4.vat_category: is required when the rate is 0',
    ],
  ])('is refused: %s', (_case, line, minor_units, message) => {
    expect(() => computedLine(aLine(line), 4, minor_units)).toThrow(refusal('validation_error', message));
  });
});
