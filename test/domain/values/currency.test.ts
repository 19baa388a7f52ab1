import { CURRENCIES, isCurrency, minorUnits } from '../../../src/domain/values/currency';

describe('currencies', () => {
  test('are the active codes of ISO 4217, each once and in order', () => {
    expect(CURRENCIES).toHaveLength(178);
    expect([...new Set(CURRENCIES)].sort()).toEqual(CURRENCIES);
    expect(CURRENCIES.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true);
  });

  test.each(['EUR', 'USD', 'ZWG', 'XCG', 'VED', 'STN', 'XAD'])('include %s', (code) => {
    expect(isCurrency(code)).toBe(true);
  });

  test.each(['HRK', 'BGN', 'ANG', 'CNH', 'eur', '', 'toString'])('do not include %s', (code) => {
    expect(isCurrency(code)).toBe(false);
    expect(() => minorUnits(code)).toThrow(Error);
  });

  test.each([
    ['EUR', 2],
    ['JPY', 0],
    ['ISK', 0],
    ['UYI', 0],
    ['KWD', 3],
    ['IQD', 3],
    ['CLF', 4],
    ['UYW', 4],
    // Different from CLDR.
    ['HUF', 2],
    ['ALL', 2],
    ['MGA', 2],
    // No minor unit in ISO 4217.
    ['XAU', 2],
    ['XTS', 2],
  ])('%s has %i minor units', (code, expected) => {
    expect(minorUnits(code)).toBe(expected);
  });
});
