import {
  isUnionTerritory,
  partyCountry,
  readVatNumber,
  taxTerritory,
  vatCountry,
  vatTerritory,
} from '../../../src/domain/values/vat-number';

describe('a VAT number', () => {
  test.each([
    ['BE0123456749', 'BE', '0123456749'],
    [' be 0123.456-749 ', 'BE', '0123456749'],
    ['el094259216', 'EL', '094259216'],
    ['nl123456782b12', 'NL', '123456782B12'],
    ['GR094259216', 'EL', '094259216'],
    ['XI123456789', 'XI', '123456789'],
    ['NO12', 'NO', '12'],
    ['FR123456789012345', 'FR', '123456789012345'],
  ])('%s has the prefix %s', (text, prefix, number) => {
    expect(readVatNumber(text)).toEqual({ prefix, number });
  });

  test.each([
    '',
    'BE',
    'BE1',
    '0123456749',
    'ZZ123456789',
    'FR1234567890123456',
    'FRABCDEFGHIJKLMNOP',
    '1BE0123456749',
    'BE01234567/49',
  ])('is not %j', (text) => {
    expect(readVatNumber(text)).toBeUndefined();
  });
});

describe('a VAT number was given', () => {
  test.each([
    ['BE0123456749', 'BE', 'BE'],
    ['EL094259216', 'GR', 'GR'],
    ['GB123456789', 'GB', 'GB'],
    ['XI123456789', 'XI', 'GB'],
  ])('%s: in the territory %s, the country %s', (vat, territory, country) => {
    expect([vatTerritory(vat), vatCountry(vat)]).toEqual([territory, country]);
  });
});

describe('the country of a party', () => {
  test.each([
    ['is that of its address', { country_code: 'BE' }, 'EL094259216', 'BE'],
    ['is that of its VAT number without an address', null, 'EL094259216', 'GR'],
    ['is unknown without either', null, null, null],
  ])('%s', (_case, address, vat, expected) => {
    expect(partyCountry({ address, vat })).toBe(expected);
  });
});

describe('a party is taxed', () => {
  test.each([
    ['where it is registered for VAT', 'EL094259216', 'BE', 'GR'],
    ['at its address without a VAT number', null, 'BE', 'BE'],
    ['nowhere without either', null, undefined, null],
  ])('%s', (_case, vat, country_code, expected) => {
    expect(taxTerritory(vat, country_code)).toBe(expected);
  });
});

test.each([
  ['BE', true],
  ['GR', true],
  ['XI', true],
  ['GB', false],
  ['EL', false],
  ['CH', false],
])('VAT rules of the Union apply to goods in %s: %s', (territory, expected) => {
  expect(isUnionTerritory(territory)).toBe(expected);
});
