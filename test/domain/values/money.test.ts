import BigJs from 'big.js';
import fc from 'fast-check';
import {
  groupThousands,
  trimTrailingZeros,
  writtenDecimals,
  amount,
  decimal,
  decimalsOf,
  fromMinorUnits,
  isNegative,
  percent,
  percentOf,
  rounded,
  shortestDecimal,
  sum,
  toMinorUnits,
} from '../../../src/domain/values/money';

describe('rounding', () => {
  test.each([
    ['0.005', 2, '0.01'],
    ['-0.005', 2, '-0.01'],
    ['0.0049999', 2, '0.00'],
    ['-0.0049999', 2, '0.00'],
    ['1.005', 2, '1.01'],
    ['2.5', 0, '3'],
    ['-2.5', 0, '-3'],
    ['1.2345', 3, '1.235'],
    ['999999999999999.994', 2, '999999999999999.99'],
  ])('of %s to %i decimals, half away from zero, is %s', (value, decimals, expected) => {
    expect(amount(rounded(decimal(value), decimals), decimals)).toBe(expected);
    expect(amount(decimal(value), decimals)).toBe(expected);
  });

  test('of a percentage is exact before it rounds', () => {
    expect(amount(percentOf(decimal('299.97'), decimal('21'), 2), 2)).toBe('62.99');
    expect(amount(percentOf(decimal('0.5'), decimal('1'), 2), 2)).toBe('0.01');
  });
});

describe('an amount', () => {
  test.each([
    ['3', 2, '3.00'],
    ['1101', 0, '1101'],
    ['1.2', 3, '1.200'],
    ['-0', 2, '0.00'],
    ['-0.00', 2, '0.00'],
    ['123456789012345.67', 2, '123456789012345.67'],
  ])('%s has exactly %i decimals: %s', (value, minor_units, expected) => {
    expect(amount(decimal(value), minor_units)).toBe(expected);
  });

  test('of zero is not negative, whatever its sign', () => {
    expect(isNegative(decimal('-0.00'))).toBe(false);
    expect(isNegative(decimal('-0.01'))).toBe(true);
  });
});

describe('a number as text', () => {
  test.each([
    ['3', '3'],
    ['3.0', '3'],
    ['0.50', '0.5'],
    ['100', '100'],
    ['100.00', '100'],
    ['-1.250', '-1.25'],
    ['-0.0', '0'],
    ['0.000001', '0.000001'],
    ['123456789012.123456', '123456789012.123456'],
  ])('%s is in short %s', (text, expected) => {
    expect(shortestDecimal(text)).toBe(expected);
  });

  test.each([
    ['10', 0],
    ['10.00', 0],
    ['10.50', 1],
    ['10.05', 2],
    ['-0.001', 3],
  ])('%s needs %i decimals', (text, expected) => {
    expect(decimalsOf(text)).toBe(expected);
  });

  test.each([
    ['10', 0],
    ['10.00', 2],
    ['-0.10', 2],
  ])('%s is written with %i decimals', (text, expected) => {
    expect(writtenDecimals(text)).toBe(expected);
  });

  test.each([
    ['12', '12'],
    ['100', '100'],
    ['0.50', '0.5'],
    ['21.00', '21'],
  ])('%s is %s without trailing zeros', (text, expected) => {
    expect(trimTrailingZeros(text)).toBe(expected);
  });

  test.each([
    ['1', '1'],
    ['123', '123'],
    ['1234', '1,234'],
    ['1234567', '1,234,567'],
  ])('%s in groups is %s', (text, expected) => {
    expect(groupThousands(text, ',')).toBe(expected);
  });

  test.each([
    ['21', '21.00'],
    ['5.5', '5.50'],
    ['0', '0.00'],
  ])('%s as a percentage is %s', (text, expected) => {
    expect(percent(text)).toBe(expected);
  });

  test('in short keeps its value', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e12, max: 1e12 }),
        fc.integer({ min: 0, max: 6 }),
        (units, decimals) => {
          const text = amount(fromMinorUnits(BigInt(units), decimals), decimals);
          expect(decimal(shortestDecimal(text)).eq(decimal(text))).toBe(true);
          expect(shortestDecimal(text)).not.toMatch(/\.\d*0$|\.$|^-0$/);
        },
      ),
    );
  });
});

describe('the decimals of the service', () => {
  test('refuse binary floating point', () => {
    expect(() => decimal('1').plus(0.1)).toThrow(TypeError);
  });

  test('do not change the settings of other users of the library', () => {
    expect(BigJs.strict).toBe(false);
  });

  test('add up exactly', () => {
    expect(amount(sum(['0.1', '0.2', '-0.3'].map(decimal)), 2)).toBe('0.00');
  });

  test('are the same after conversion to the smallest unit and back', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
        fc.integer({ min: 0, max: 4 }),
        (units, n) => {
          expect(toMinorUnits(fromMinorUnits(units, n), n)).toBe(units);
        },
      ),
    );
  });
});

test.each([
  ['-0.01', true],
  ['-1', true],
  ['0', false],
  ['-0', false],
  ['-0.00', false],
  ['0.01', false],
  ['1', false],
])('%s is negative: %s', (text, expected) => {
  expect(isNegative(decimal(text))).toBe(expected);
});

test.each([
  ['1', 0],
  ['1.0', 1],
  ['1.000', 3],
  ['.5', 1],
])('%s is written with %i decimals', (text, expected) => {
  expect(writtenDecimals(text)).toBe(expected);
});
