import { storedVatNumber, vatNumberFault } from '../../../src/adapters/http/schemas/vat-check';
import { EU_MEMBER_STATES } from '../../../src/domain/code-lists/countries';

/** Existing numbers and examples of tax authorities; for some countries one per kind of number. */
const VALID = `
  ATU33864707 ATU37675002 BE0202239951 BE0400378485 BE1000000021 BG175074752 BG831642181 BG7523169263
  CY10259033P CY10111176Z CZ25123891 CZ00177041 CZ7103192745 CZ640903926 DE136695976 DE811569869 DK13585628
  DK47458714 EE100931558 EL094259216 EL094014201 ESA28015865 ESB58378431 ESX2482300W ES54362315K FI20774740
  FI01120389 FR40303265045 FR83404833048 FRK7399859412 FR53000004605 HR33392005961 HU12892312 IE6388047V
  IE3668997OH IE8D79739I IT00743110157 IT00905811006 LT119511515 LT100001919017 LU15027442 LU20260743
  LV40003521600 LV32123456789 MT11679112 NL004495445B01 NL123456789B13 PL8567346215 PT501964843 PT980405319
  RO18547290 RO361757 SE556188840401 SE202100548901 SI50223054 SI15012557 SK2022749619 SK2020317068
  GB980780684 GB220430231 GBGD001 GBHA599 XI980780684 CHE100155212MWST CHE107787577IVA CHE116281710
  NO923609016MVA NO923609016`
  .trim()
  .split(/\s+/);

describe('a VAT number', () => {
  test.each(VALID)('is kept as it is: %s', (number) => {
    expect(storedVatNumber(number)).toBe(number);
  });

  test('is accepted for every member state', () => {
    const seen = new Set(VALID.map((number) => number.slice(0, 2).replace('EL', 'GR')));
    expect([...EU_MEMBER_STATES].filter((country) => !seen.has(country))).toEqual([]);
  });

  test('is refused when a digit is wrong, in every member state', () => {
    for (const number of VALID) {
      // Persons without a check digit, and numbers that need not have one.
      if (/^(LV32|GBGD|GBHA)/.test(number)) continue;
      const at = number.startsWith('NL') ? 10 : number.search(/\d(?!.*\d)/); // the last that a check covers
      const wrong = [...'0123456789']
        .filter((digit) => digit !== number[at])
        .map((digit) => number.slice(0, at) + digit + number.slice(at + 1));
      expect(wrong.filter((other) => storedVatNumber(other) !== undefined).length).toBeLessThan(3);
    }
  });

  test.each([
    ['be 0403.170-701', 'BE0403170701'],
    ['BE 0403‑170‑701', 'BE0403170701'], // as copied from a letter, with non-breaking hyphens
    ['BE403170701', 'BE0403170701'], // as it was written before 2005
    ['GR094259216', 'EL094259216'],
    ['che-116.281.710 mwst', 'CHE116281710MWST'],
    ['us12', 'US12'],
    ['US123456789012345', 'US123456789012345'],
  ])('is normalised: %s', (given, stored) => {
    expect(storedVatNumber(given)).toBe(stored);
  });

  test.each([
    ['nothing', ''],
    ['no country', '0403170701'],
    ['an unknown country', 'ZZ12345'],
    ['the one-stop shop, which is no country', 'EU372022452'],
    ['the country twice', 'BEBE0403170701'],
    ['too little', 'US1'],
    ['too much', 'US1234567890123456'],
    ['other characters', 'US12/34'],
    ['letters of another script that look alike', 'US12ſ'],
    ['a Belgian number that begins with neither 0 nor 1', 'BE2000000042'],
    ['five letters for Britain', 'GBXX123'],
    ['a health authority in the range of departments', 'GBHA499'],
    ['a Slovak number whose third digit cannot be', 'SK1010000007'],
  ])('is refused for %s', (_case, text) => {
    expect(storedVatNumber(text)).toBeUndefined();
  });

  test.each([
    ['no country code', '0403170701', /begins with its country code/],
    ['a wrong check digit', 'BE0403170702', /check digits: at least one digit is wrong$/],
    ['a wrong check digit, written with separators', 'be 0403.170-702', /at least one digit is wrong$/],
    ['too few digits', 'BE04031707', /the length, the form and the check digits of its country$/],
    [
      'a first digit that its country does not issue',
      'BE2000000042',
      /the form and the check digits of its country$/,
    ],
  ])('is refused for %s in words that say so', (_case, vat, message) => {
    expect(storedVatNumber(vat)).toBeUndefined();
    expect(vatNumberFault(vat)).toMatch(message);
  });
});
