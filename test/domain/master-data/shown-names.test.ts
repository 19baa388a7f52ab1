import { COUNTRIES } from '../../../src/domain/code-lists/countries';
import { LANGUAGES } from '../../../src/domain/master-data/company';
import { CURRENCIES } from '../../../src/domain/values/currency';
import { countryName, currencyName } from '../../../src/domain/master-data/shown-names';

describe.each(LANGUAGES)('in %s', (language) => {
  // The runtime returns the code when it has no name.
  test('every currency has a unique name', () => {
    const names = CURRENCIES.map((code) => currencyName(code, language));
    expect(CURRENCIES.filter((code, i) => names[i] === code || names[i]!.trim() === '')).toEqual([]);
    expect(new Set(names).size).toBe(CURRENCIES.length);
  });

  test('every country has a unique name', () => {
    const codes = [...COUNTRIES];
    const names = codes.map((code) => countryName(code, language));
    expect(codes.filter((code, i) => names[i] === code || names[i]!.trim() === '')).toEqual([]);
    expect(new Set(names).size).toBe(codes.length);
  });
});

describe('a currency', () => {
  test.each([
    ['EUR', 'Euro', 'Euro', 'euro', 'Euro'],
    ['USD', 'US Dollar', 'Amerikaanse dollar', 'dollar des États-Unis', 'US-Dollar'],
    ['CHF', 'Swiss Franc', 'Zwitserse frank', 'franc suisse', 'Schweizer Franken'],
    ['ZWG', 'Zimbabwe Gold', 'Zimbabwaans goud', 'or du Zimbabwe', 'Simbabwe-Gold'],
    ['XXX', 'No Currency', 'Geen valuta', 'aucune devise', 'Keine Währung'],
  ])('%s is named %s, %s, %s, %s', (code, ...names) => {
    expect(LANGUAGES.map((language) => currencyName(code, language))).toEqual(names);
  });
});

describe('a country', () => {
  test.each([
    ['BE', 'Belgium', 'België', 'Belgique', 'Belgien'],
    ['NL', 'Netherlands', 'Nederland', 'Pays-Bas', 'Niederlande'],
    ['FR', 'France', 'Frankrijk', 'France', 'Frankreich'],
    ['DE', 'Germany', 'Duitsland', 'Allemagne', 'Deutschland'],
    ['GR', 'Greece', 'Griekenland', 'Grèce', 'Griechenland'],
    ['GB', 'United Kingdom', 'Verenigd Koninkrijk', 'Royaume-Uni', 'Vereinigtes Königreich'],
  ])('%s is named %s, %s, %s, %s', (code, ...names) => {
    expect(LANGUAGES.map((language) => countryName(code, language))).toEqual(names);
  });
});
