import { COUNTRIES, EU_MEMBER_STATES } from '../../../src/domain/code-lists/countries';
import { EAS_SCHEMES } from '../../../src/domain/code-lists/eas-schemes';
import { ICD_SCHEMES } from '../../../src/domain/code-lists/icd-schemes';
import { UNIT_CODES } from '../../../src/domain/code-lists/unit-codes';
import { VATEX_CODES, vatexCategory } from '../../../src/domain/code-lists/vatex-codes';

describe('a code list', () => {
  test.each([
    ['units', UNIT_CODES, 2162, /^[A-Z0-9]{2,3}$/],
    ['electronic address schemes', EAS_SCHEMES, 82, /^\d{4}$/],
    ['identifier schemes', ICD_SCHEMES, 243, /^\d{4}$/],
    ['VAT exemption reasons', VATEX_CODES, 88, /^VATEX-(EU|FR)-[A-Z0-9-]+$/],
    ['countries', COUNTRIES, 249, /^[A-Z]{2}$/],
  ] as const)('of %s is complete and contains only codes', (_name, list, size, form) => {
    expect(list.size).toBe(size);
    expect([...list].filter((code) => !form.test(code))).toEqual([]);
  });

  test.each([
    ['C62', UNIT_CODES],
    ['HUR', UNIT_CODES],
    ['XPX', UNIT_CODES],
    ['0208', EAS_SCHEMES],
    ['9925', EAS_SCHEMES],
    ['0088', ICD_SCHEMES],
  ])('contains %s', (code, list) => {
    expect(list.has(code)).toBe(true);
  });

  test.each([
    ['9925', ICD_SCHEMES, 'an address scheme is no identifier scheme'],
    ['9956', EAS_SCHEMES, 'it was dropped'],
    ['XI', COUNTRIES, 'Northern Ireland is no country of ISO 3166-1'],
    ['1A', COUNTRIES, 'Kosovo has no code of ISO 3166-1'],
    ['', UNIT_CODES, 'nothing is no unit'],
  ])('does not contain %s: %#', (code, list) => {
    expect(list.has(code)).toBe(false);
  });

  test('of EU members has 27 countries', () => {
    expect(EU_MEMBER_STATES.size).toBe(27);
    expect([...EU_MEMBER_STATES].filter((code) => !COUNTRIES.has(code))).toEqual([]);
    expect(EU_MEMBER_STATES.has('GB')).toBe(false);
  });
});

describe('the category of a VAT exemption reason', () => {
  test.each([
    ['VATEX-EU-AE', 'AE'],
    ['VATEX-FR-AE', 'AE'],
    ['VATEX-EU-IC', 'K'],
    ['VATEX-EU-G', 'G'],
    ['VATEX-EU-O', 'O'],
    ['VATEX-EU-D', 'E'],
    ['VATEX-EU-J', 'E'],
    ['VATEX-EU-132-1A', 'E'],
    ['VATEX-FR-FRANCHISE', 'E'],
  ])('of %s is %s', (code, expected) => {
    expect(VATEX_CODES.has(code)).toBe(true);
    expect(vatexCategory(code)).toBe(expected);
  });
});
