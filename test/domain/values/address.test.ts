import { addressOf, type AddressInput } from '../../../src/domain/values/address';
import { refusal } from '../refusal';

const FULL = {
  country_code: 'BE',
  street: 'Wetstraat',
  street_number: '16',
  box: '3',
  postal_code: '1000',
  city: 'Brussel',
  region: 'Brussels',
};

describe('An address', () => {
  test('has the given fields, and null for the others', () => {
    expect(addressOf(FULL)).toEqual(FULL);
    expect(addressOf({ country_code: 'BE' })).toEqual({
      country_code: 'BE',
      street: null,
      street_number: null,
      box: null,
      postal_code: null,
      city: null,
      region: null,
    });
  });

  test('may have a street without a number', () => {
    expect(addressOf({ ...FULL, street_number: null })).toEqual({ ...FULL, street_number: null });
  });

  test.each<[string, AddressInput, string]>([
    ['a country', { ...FULL, country_code: undefined }, 'The address needs a country_code.'],
    ['a country', { ...FULL, country_code: '' }, 'The address needs a country_code.'],
    ['the street of its number', { ...FULL, street: null }, 'A street_number needs a street.'],
  ])('needs %s', (_, input, message) => {
    expect(() => addressOf(input)).toThrow(refusal('invalid_address', message));
  });
});
