import { UNIT_CODES } from '../../../src/domain/code-lists/unit-codes';
import { LANGUAGES } from '../../../src/domain/master-data/company';
import { UNITS_OF_MEASURE } from '../../../src/domain/master-data/units-of-measure';

const CODES = UNITS_OF_MEASURE.map(({ code }) => code);

describe('the units of measure', () => {
  test('are at least a hundred, each once, sorted by code', () => {
    expect(CODES.length).toBeGreaterThanOrEqual(100);
    expect([...new Set(CODES)].sort()).toEqual(CODES);
  });

  test('have only codes that a line may have', () => {
    expect(CODES.filter((code) => !UNIT_CODES.has(code))).toEqual([]);
  });

  test.each(LANGUAGES)('all have unique names in %s', (language) => {
    const names = UNITS_OF_MEASURE.map(({ names }) => names[language]);
    expect(names.filter((name) => !/^[\p{L}\d][\p{L}\p{Zs}\d().,’·°-]*$/u.test(name))).toEqual([]);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  });

  test('have unique symbols that are not blank', () => {
    const symbols = UNITS_OF_MEASURE.flatMap(({ symbol }) => symbol ?? []);
    expect(symbols.filter((symbol) => symbol.trim() === '' || symbol !== symbol.trim())).toEqual([]);
    expect(new Set(symbols).size).toBe(symbols.length);
  });

  test.each([
    ['C62', null, 'one', 'eenheid', 'unité', 'Einheit'],
    ['H87', null, 'piece', 'stuk', 'pièce', 'Stück'],
    ['HUR', 'h', 'hour', 'uur', 'heure', 'Stunde'],
    ['DAY', 'd', 'day', 'dag', 'jour', 'Tag'],
    ['MON', 'mo', 'month', 'maand', 'mois', 'Monat'],
    ['KGM', 'kg', 'kilogram', 'kilogram', 'kilogramme', 'Kilogramm'],
    ['TNE', 't', 'tonne', 'ton', 'tonne', 'Tonne'],
    ['MTR', 'm', 'metre', 'meter', 'mètre', 'Meter'],
    ['MTK', 'm²', 'square metre', 'vierkante meter', 'mètre carré', 'Quadratmeter'],
    ['H18', 'ha', 'hectare', 'hectare', 'hectare', 'Hektar'],
    ['MTQ', 'm³', 'cubic metre', 'kubieke meter', 'mètre cube', 'Kubikmeter'],
    ['LTR', 'l', 'litre', 'liter', 'litre', 'Liter'],
    ['KWH', 'kWh', 'kilowatt-hour', 'kilowattuur', 'kilowattheure', 'Kilowattstunde'],
    ['XPX', null, 'pallet', 'pallet', 'palette', 'Palette'],
    ['P1', '%', 'percent', 'procent', 'pour cent', 'Prozent'],
  ])('%s (%s) is %s, %s, %s, %s', (code, symbol, en, nl, fr, de) => {
    expect(UNITS_OF_MEASURE.find((unit) => unit.code === code)).toEqual({
      code,
      symbol,
      names: { en, nl, fr, de },
    });
  });

  test.each([...'EA XPP NAR ZZ MIN WEE ANN LS SET PR DZN GRM CMT KMT MLT XBX XPK XBO 4L E34'.split(' ')])(
    'include %s, which is common',
    (code) => {
      expect(CODES).toContain(code);
    },
  );
});
