import {
  shownDate,
  shownMoney,
  shownNumber,
  shownPercent,
  shownPrice,
} from '../../../../src/adapters/rendering/texts/formats';
import { LANGUAGES } from '../../../../src/domain/master-data/company';

/** Replaces no-break spaces by spaces. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace(/\u2212/g, '-');

describe('Formats of the languages', () => {
  test.each([
    ['en', '1,234,567.50'],
    ['nl', '1.234.567,50'],
    ['fr', '1 234 567,50'],
    ['de', '1.234.567,50'],
  ] as const)('groups digits in %s', (language, expected) => {
    expect(plain(shownNumber('1234567.50', language))).toBe(expected);
  });

  test.each([
    ['en', '€1,234.50', '-€1,234.50', 'CHF 1,234.50'],
    ['nl', '€ 1.234,50', '€ -1.234,50', 'CHF 1.234,50'],
    ['fr', '1 234,50 €', '-1 234,50 €', '1 234,50 CHF'],
    ['de', '1.234,50 €', '-1.234,50 €', '1.234,50 CHF'],
  ] as const)('puts the currency where %s has it', (language, positive, negative, code) => {
    expect(plain(shownMoney('1234.50', 'EUR', language))).toBe(positive);
    expect(plain(shownMoney('-1234.50', 'EUR', language))).toBe(negative);
    expect(plain(shownMoney('1234.50', 'CHF', language))).toBe(code);
  });

  test('shows every digit of an amount that no binary float could hold', () => {
    expect(shownNumber('999999999999999.99', 'en')).toBe('999,999,999,999,999.99');
    expect(shownNumber('0.000001', 'en')).toBe('0.000001');
  });

  test('gives a price as many decimals as its currency has, and keeps those beyond', () => {
    expect(shownPrice('12.5', 2, 'en')).toBe('12.50');
    expect(shownPrice('12.125', 2, 'en')).toBe('12.125');
    expect(shownPrice('1200', 0, 'en')).toBe('1,200');
  });

  test.each([
    ['en', '21%', '5.5%'],
    ['nl', '21%', '5,5%'],
    ['fr', '21 %', '5,5 %'],
    ['de', '21 %', '5,5 %'],
  ] as const)('shows rates without needless zeros in %s', (language, whole, half) => {
    expect(plain(shownPercent('21.00', language))).toBe(whole);
    expect(plain(shownPercent('5.50', language))).toBe(half);
    expect(plain(shownPercent('0.00', language)).replace(' ', '')).toBe('0%');
  });

  test.each([
    ['en', '1 March 2026'],
    ['nl', '1 maart 2026'],
    ['fr', '1er mars 2026'],
    ['de', '1. März 2026'],
  ] as const)('writes dates out in %s', (language, expected) => {
    expect(plain(shownDate('2026-03-01', language))).toBe(expected);
  });

  test.each(LANGUAGES)('names twelve different months in %s', (language) => {
    const months = Array.from({ length: 12 }, (_month, index) =>
      shownDate(`2026-${String(index + 1).padStart(2, '0')}-15`, language),
    );
    expect(new Set(months).size).toBe(12);
  });
});
