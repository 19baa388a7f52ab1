import { endpoint, partyIdentifiers } from '../../../src/domain/e-invoicing/party-identifiers';

function identifiers(country_code: string, identifier: string | null, vat: string | null = null) {
  const address = {
    country_code,
    street: null,
    street_number: null,
    box: null,
    postal_code: null,
    city: null,
    region: null,
  };
  return partyIdentifiers({ identifier, vat, address });
}

describe('The legal identifier of a party', () => {
  test.each(['0123456749', '0123.456.749', 'BE 0123.456.749', 'be0123456749', '123456749'])(
    'of Belgium is its enterprise number, ten digits without BE: %s',
    (identifier) => {
      expect(identifiers('BE', identifier)).toEqual({
        legal: { scheme: '0208', value: '0123456749' },
        other: null,
      });
    },
  );

  test('of Belgium is found in its VAT number, and another identifier is kept beside it', () => {
    expect(identifiers('BE', null, 'BE0123456749').legal).toEqual({ scheme: '0208', value: '0123456749' });
    expect(identifiers('BE', 'Club 7', 'BE0123456749')).toEqual({
      legal: { scheme: '0208', value: '0123456749' },
      other: 'Club 7',
    });
  });

  test.each([
    ['NL', '12345678', '0106', '12345678'],
    ['NL', '1234 5678 9012 3456 7890', '0190', '12345678901234567890'],
    ['DK', 'DK 13585628', '0184', 'DK13585628'],
    ['IS', '471008-0280', '0196', '4710080280'],
  ])('of %s has the register of its format: %s', (country, identifier, scheme, value) => {
    expect(identifiers(country, identifier)).toEqual({ legal: { scheme, value }, other: null });
  });

  test.each([
    ['BE', '0123456748'],
    ['NL', 'KVK 12345678'],
    ['FR', '0123456749'],
  ])(
    'of %s is as given, without a scheme, when its format belongs to no register: %s',
    (country, identifier) => {
      expect(identifiers(country, identifier)).toEqual({
        legal: { scheme: null, value: identifier },
        other: null,
      });
    },
  );

  test('does not exist without an identifier and a Belgian VAT number', () => {
    expect(identifiers('FR', null, 'FR40303265045')).toEqual({ legal: null, other: null });
    expect(identifiers('NL', null, 'BE0123456749')).toEqual({ legal: null, other: null });
  });
});

test('An electronic address is a scheme and a value, which may hold a colon', () => {
  expect(endpoint('9930:a:b')).toEqual({ scheme: '9930', value: 'a:b' });
  expect(endpoint(null)).toBeNull();
});

describe('A number of another format than that of the register', () => {
  const party = (country_code: string | null, identifier: string | null, vat: string | null = null) =>
    partyIdentifiers({
      identifier,
      vat,
      address:
        country_code === null
          ? null
          : {
              ...{
                street: null,
                street_number: null,
                box: null,
                postal_code: null,
                city: null,
                region: null,
              },
              country_code,
            },
    });

  test.each([
    ['DK', 'x13585628'],
    ['DK', '135856289'],
    ['DK', '1358562'],
    ['IS', '14710080280'],
    ['IS', '471008028'],
    ['NL', '123456789'],
    ['NL', 'x12345678'],
    ['NL', '112345678901234567890'],
    ['BE', 'xBE0123456749'],
    ['BE', '01234567490'],
    ['BE', '0123456748'],
    [null, '12345678'],
  ])('is stated without a scheme: %s %s', (country, identifier) => {
    expect(party(country, identifier)).toEqual({ legal: { scheme: null, value: identifier }, other: null });
  });

  test.each([
    ['DK', '13585628', '0184'],
    ['DK', 'DK13585628', '0184'],
    ['IS', '4710080280', '0196'],
    ['NL', '12345678', '0106'],
    ['NL', '12345678901234567890', '0190'],
    ['BE', '0123456749', '0208'],
  ])('is distinguished from one of that format: %s %s has the scheme %s', (country, identifier, scheme) => {
    expect(party(country, identifier)).toEqual({ legal: { scheme, value: identifier }, other: null });
  });

  test('belongs to the country of the VAT number when there is no address', () => {
    expect(party(null, '12345678', 'NL123456782B12').legal).toEqual({ scheme: '0106', value: '12345678' });
    expect(party(null, null, 'BE0123456749').legal).toEqual({ scheme: '0208', value: '0123456749' });
    expect(party('NL', '12345678', 'BE0123456749').legal).toEqual({ scheme: '0106', value: '12345678' });
    expect(party(null, null)).toEqual({ legal: null, other: null });
  });
});
