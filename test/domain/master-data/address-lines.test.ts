import fc from 'fast-check';
import { addressLines } from '../../../src/domain/master-data/address-lines';
import { COUNTRIES } from '../../../src/domain/code-lists/countries';
import { LANGUAGES } from '../../../src/domain/master-data/company';
import type { Address, AddressInput } from '../../../src/domain/values/address';

const address = (members: AddressInput & { readonly country_code: string }): Address => ({
  ...{ street: null, street_number: null, box: null, postal_code: null, city: null, region: null },
  ...(members as Address),
});

describe('the lines of an address', () => {
  test.each<[AddressInput & { readonly country_code: string }, readonly string[]]>([
    [
      {
        country_code: 'BE',
        street: 'Rue Léopold',
        street_number: '3',
        box: '2',
        postal_code: '4000',
        city: 'Liège',
      },
      ['Rue Léopold 3 bte 2', '4000 Liège', 'Belgium'],
    ],
    [
      {
        country_code: 'NL',
        street: 'Damrak',
        street_number: '70',
        box: 'A',
        postal_code: '1012 LM',
        city: 'Amsterdam',
      },
      ['Damrak 70 A', '1012 LM Amsterdam', 'Netherlands'],
    ],
    [
      { country_code: 'DE', street: 'Marktplatz', street_number: '1', postal_code: '20095', city: 'Hamburg' },
      ['Marktplatz 1', '20095 Hamburg', 'Germany'],
    ],
    [
      {
        country_code: 'FR',
        street: 'rue de Rivoli',
        street_number: '10',
        postal_code: '75001',
        city: 'Paris',
      },
      ['10 rue de Rivoli', '75001 Paris', 'France'],
    ],
    [
      {
        ...{ country_code: 'US', street: 'Fifth Avenue', street_number: '350', box: 'Suite 12' },
        ...{ postal_code: '10118', city: 'New York', region: 'NY' },
      },
      ['350 Fifth Avenue Suite 12', 'New York, NY 10118', 'United States'],
    ],
    [
      {
        country_code: 'US',
        street: 'Main Street',
        street_number: '1',
        postal_code: '10118',
        city: 'New York',
      },
      ['1 Main Street', 'New York 10118', 'United States'],
    ],
    [
      {
        ...{ country_code: 'GB', street: 'Downing Street', street_number: '10', box: 'Flat 2' },
        ...{ postal_code: 'SW1A 2AA', city: 'London', region: 'Greater London' },
      },
      ['Flat 2', '10 Downing Street', 'London', 'Greater London', 'SW1A 2AA', 'United Kingdom'],
    ],
    [
      {
        country_code: 'CH',
        street: 'Bahnhofstrasse',
        street_number: '1',
        postal_code: '8001',
        city: 'Zürich',
      },
      ['Bahnhofstrasse 1', '8001 Zürich', 'Switzerland'],
    ],
    [
      {
        country_code: 'LU',
        street: 'rue Neuve',
        street_number: '1',
        postal_code: 'L-1234',
        city: 'Luxembourg',
      },
      ['1 rue Neuve', 'L-1234 Luxembourg', 'Luxembourg'],
    ],
    [
      {
        country_code: 'IT',
        street: 'Via Roma',
        street_number: '1',
        postal_code: '00184',
        city: 'Roma',
        region: 'RM',
      },
      ['Via Roma 1', '00184 Roma RM', 'Italy'],
    ],
    [
      {
        country_code: 'JP',
        street: '丸の内2-7-2',
        postal_code: '100-7090',
        city: '千代田区',
        region: '東京都',
      },
      ['〒100-7090', '東京都', '千代田区', '丸の内2-7-2', 'Japan'],
    ],
    [
      {
        ...{ country_code: 'JP', street: '2-7-2 Marunouchi', postal_code: '100-7090' },
        ...{ city: 'Chiyoda-ku', region: 'Tokyo' },
      },
      ['2-7-2 Marunouchi, Tokyo', 'Chiyoda-ku', '100-7090', 'Japan'],
    ],
    [
      {
        ...{ country_code: 'KR', street: '세종대로 110', postal_code: '04524' },
        ...{ city: '중구', region: '서울특별시' },
      },
      ['서울특별시 중구', '세종대로 110', '04524', 'South Korea'],
    ],
    [
      {
        ...{ country_code: 'KR', street: '110 Sejong-daero', postal_code: '04524' },
        ...{ city: 'Jung-gu', region: 'Seoul' },
      },
      ['110 Sejong-daero', 'Jung-gu', 'Seoul', '04524', 'South Korea'],
    ],
    [
      { country_code: 'SG', street: 'Orchard Road', street_number: '1', postal_code: '238823' },
      ['1 Orchard Road', '238823', 'Singapore'],
    ],
    [
      { country_code: 'PR', street: 'Calle Sol 1', postal_code: '00901', city: 'San Juan' },
      ['Calle Sol 1', 'San Juan 00901', 'Puerto Rico'],
    ],
    [{ country_code: 'BE' }, ['Belgium']],
    [
      { country_code: 'XX', street: 'Street', city: 'Town', postal_code: '12' },
      ['Street', 'Town', '12', 'XX'],
    ],
  ])('are those of its country: %j', (given, lines) => {
    expect(addressLines(address(given), 'en')).toEqual(lines);
  });

  test.each([
    ['Han', { street: 'Marunouchi', region: '東京都' }],
    ['Hiragana', { street: 'まるのうち', region: 'Tokyo' }],
    ['Katakana', { street: 'Marunouchi', region: 'トーキョー' }],
  ])('begin with the region in Japan, where one of the texts is in %s', (_script, { street, region }) => {
    expect(addressLines(address({ country_code: 'JP', street, region }), 'en')).toEqual([
      ...[region, street, 'Japan'],
    ]);
  });

  test('begin with the region in Japan, where only the town is in its script', () => {
    const given = { country_code: 'JP', street: 'Marunouchi', city: '千代田区', region: 'Tokyo' };
    expect(addressLines(address(given), 'en')).toEqual(['Tokyo', '千代田区', 'Marunouchi', 'Japan']);
  });

  test.each<[AddressInput & { readonly country_code: string }, readonly string[]]>([
    [
      { country_code: 'BE', street: 'Wetstraat', postal_code: '1000', region: 'Brabant' },
      ['Wetstraat', 'Brabant', '1000', 'Belgium'],
    ],
    [{ country_code: 'BE', street: 'Wetstraat', region: 'Brabant' }, ['Wetstraat', 'Brabant', 'Belgium']],
    [
      { country_code: 'HK', street: 'Nathan Road', postal_code: '999077', region: 'Kowloon' },
      ['Nathan Road', '999077', 'Kowloon', 'Hong Kong SAR China'],
    ],
    [
      { country_code: 'HK', street: '彌敦道', postal_code: '999077', region: '九龍' },
      ['九龍', '999077', '彌敦道', 'Hong Kong SAR China'],
    ],
  ])('without a town have what the form has no place for next to the street: %j', (given, lines) => {
    expect(addressLines(address(given), 'en')).toEqual(lines);
  });

  test('of a received document that states no country are without one', () => {
    const given = { ...address({ country_code: 'BE', street: 'Wetstraat', street_number: '1', box: '2' }) };
    const stated = { ...given, city: 'Brussel', postal_code: '1000', country_code: null };
    expect(addressLines(stated, 'en')).toEqual(['Wetstraat 1 box 2', 'Brussel', '1000']);
  });

  test('name the country in the language of the document', () => {
    expect(addressLines(address({ country_code: 'US' }), 'fr')).toEqual(['États-Unis']);
  });

  test('have all texts of the address unchanged, in every country', () => {
    const text = fc.option(fc.stringMatching(/^[A-Z][A-Za-zéß0-9$%&' .,-]{0,12}[a-z0-9]$/), { nil: null });
    const texts = fc.record({
      street: text,
      street_number: text,
      postal_code: text,
      city: text,
      region: text,
    });
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom(...COUNTRIES),
        fc.constantFrom(...LANGUAGES),
        (members, country, language) => {
          const lines = addressLines(address({ country_code: country, ...members }), language);
          for (const one of Object.values(members)) {
            if (one !== null) expect(lines.some((line) => line.includes(one))).toBe(true);
          }
          expect(lines).not.toContain('');
          expect(lines.join('')).not.toMatch(/[\ue000-\uf8ff]/);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
