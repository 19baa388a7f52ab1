import { boxText, streetLine, streetLines } from '../../../src/domain/master-data/street-lines';
import { addressOf } from '../../../src/domain/values/address';

const address = (country_code: string, members: object = {}) =>
  addressOf({ country_code, street: 'Hoogstraat', street_number: '7', ...members });

describe('the street of an address', () => {
  test.each([
    ['BE', 'Hoogstraat 7'],
    ['DE', 'Hoogstraat 7'],
    ['NL', 'Hoogstraat 7'],
    ['FR', '7 Hoogstraat'],
    ['LU', '7 Hoogstraat'],
    ['GB', '7 Hoogstraat'],
    ['US', '7 Hoogstraat'],
  ])('has its number where %s writes it', (country, line) => {
    expect(streetLine(address(country))).toBe(line);
  });

  test('may have no number, and may be missing', () => {
    expect(streetLine(address('FR', { street_number: null }))).toBe('Hoogstraat');
    expect(streetLine(address('FR', { street_number: '' }))).toBe('Hoogstraat');
    expect(streetLine(addressOf({ country_code: 'FR' }))).toBe('');
    expect(streetLines(addressOf({ country_code: 'FR' }), 'fr')).toEqual([]);
  });
});

describe('a box', () => {
  test.each([
    ['8000', 'fr', 'bus 3'],
    ['9999', 'fr', 'bus 3'],
    ['1500', 'fr', 'bus 3'],
    ['3999', 'en', 'bus 3'],
    ['1300', 'nl', 'bte 3'],
    ['1499', 'nl', 'bte 3'],
    ['4000', 'nl', 'bte 3'],
    ['4699', 'de', 'bte 3'],
    ['B-4800', 'nl', 'bte 3'],
    ['b4800', 'nl', 'bte 3'],
    ['48B00', 'nl', 'bus 3'],
    ['7999', 'en', 'bte 3'],
    ['4700', 'de', 'Bfk. 3'],
    ['4799', 'fr', 'bte 3'],
    ['1000', 'fr', 'bte 3'],
    ['1299', 'nl', 'bus 3'],
    ['1000', 'en', 'box 3'],
    [null, 'fr', 'bte 3'],
  ] as const)('has the word of the place in Belgium: %s, document in %s', (postal_code, language, text) => {
    expect(boxText(address('BE', { box: '3', postal_code }), language)).toBe(text);
  });

  test.each([
    ['FR', 'fr', 'boîte 3'],
    ['IT', 'nl', 'bus 3'],
    ['IT', 'en', 'box 3'],
    ['IT', 'de', 'Bfk. 3'],
    ['US', 'nl', '# 3'],
    ['DE', 'nl', '// 3'],
    ['NL', 'nl', '3'],
    ['CA', 'nl', '# 3'],
    ...(['GB', 'IE', 'AU', 'NZ'] as const).map((country) => [country, 'nl', 'Unit 3'] as const),
  ] as const)('has no Belgian abbreviation in %s, document in %s', (country, language, text) => {
    expect(boxText(address(country, { box: '3' }), language)).toBe(text);
  });

  test('is unchanged when it begins with a word, and absent without a value', () => {
    expect(boxText(address('US', { box: 'Suite 200' }), 'fr')).toBe('Suite 200');
    expect(boxText(address('US'), 'fr')).toBeNull();
  });

  test.each(['A', 'A12', '12bis', '3 links'])('%s does not begin with a word', (box) => {
    expect(boxText(address('IT', { box }), 'en')).toBe(`box ${box}`);
  });

  test('is behind the street, or above it in Britain, Ireland, Australia and New Zealand', () => {
    expect(streetLines(address('BE', { box: '3', postal_code: '9000' }), 'nl')).toEqual([
      'Hoogstraat 7 bus 3',
    ]);
    for (const country of ['GB', 'IE', 'AU', 'NZ'])
      expect(streetLines(address(country, { box: 'Flat 3' }), 'nl')).toEqual(['Flat 3', '7 Hoogstraat']);
    expect(streetLines(address('GB'), 'nl')).toEqual(['7 Hoogstraat']);
    expect(streetLines(address('BE'), 'nl')).toEqual(['Hoogstraat 7']);
    expect(streetLines(addressOf({ country_code: 'BE', box: '3' }), 'nl')).toEqual(['bus 3']);
  });
});
