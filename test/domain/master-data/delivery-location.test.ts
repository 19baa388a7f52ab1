import {
  assertLocationDeletable,
  changedDeliveryLocation,
  DELIVERY_LOCATION_READ_ONLY,
  newDeliveryLocation,
} from '../../../src/domain/master-data/delivery-location';
import { refusal } from '../refusal';

const NOW = new Date('2026-07-01T10:00:00.000Z');
const LATER = new Date('2026-07-02T10:00:00.000Z');
const ADDRESS = { country_code: 'BE', city: 'Luik' };
const IDENTIFIER = { identifier: '0123456749', identifier_scheme: '0208' };
const location = newDeliveryLocation({ name: 'Warehouse', address: ADDRESS, ...IDENTIFIER }, 'l1', NOW);

const TOGETHER = 'identifier and identifier_scheme go together: fill both or neither.';

describe('A new delivery location', () => {
  test('has the given fields', () => {
    expect(location).toEqual({
      id: 'l1',
      name: 'Warehouse',
      ...IDENTIFIER,
      address: {
        ...ADDRESS,
        ...{ street: null, street_number: null, box: null, postal_code: null, region: null },
      },
      version: 1,
      created_at: NOW,
      updated_at: NOW,
    });
  });

  test.each([{}, { name: null }])('may have no name: %j', (members) => {
    expect(newDeliveryLocation({ address: ADDRESS, ...members }, 'l1', NOW)).toMatchObject({ name: null });
  });

  test('may have no identifier', () => {
    for (const none of [{}, { identifier: null, identifier_scheme: null }]) {
      expect(newDeliveryLocation({ name: 'X', address: ADDRESS, ...none }, 'l1', NOW)).toMatchObject({
        identifier: null,
        identifier_scheme: null,
      });
    }
  });

  test.each([
    ['invalid_identifier', { identifier: '1' }, TOGETHER],
    ['invalid_identifier', { identifier_scheme: '0208' }, TOGETHER],
    ['invalid_address', { address: {} }, 'The address needs a country_code.'],
  ])('is refused: %s of %j', (code, members, message) => {
    const create = () => newDeliveryLocation({ name: 'X', address: ADDRESS, ...members }, 'l1', NOW);
    expect(create).toThrow(refusal(code, message));
  });
});

describe('A changed delivery location', () => {
  const change = (patch: Parameters<typeof changedDeliveryLocation>[1]) =>
    changedDeliveryLocation(location, patch, LATER);
  const revised = { version: 2, updated_at: LATER };

  test.each([
    ['its name', { name: 'Depot' }],
    ['its name, by clearing it', { name: null }],
    ['its identifier', { identifier: '0876543270' }],
    ['its register', { identifier_scheme: '0106' }],
    ['both, by clearing them', { identifier: null, identifier_scheme: null }],
  ])('changes %s and keeps the other fields', (_, patch) => {
    expect(change(patch)).toEqual({ ...location, ...patch, ...revised });
  });

  test('replaces the whole address', () => {
    expect(change({ address: { country_code: 'NL' } })).toMatchObject({
      address: { country_code: 'NL', city: null },
      ...revised,
    });
  });

  test.each([{}, { name: 'Warehouse' }, { address: ADDRESS }, IDENTIFIER, { name: undefined }])(
    'is the same object when nothing differs: %j',
    (patch) => {
      expect(change(patch)).toBe(location);
    },
  );

  test.each([
    ['invalid_identifier', { identifier: null }, TOGETHER],
    ['invalid_identifier', { identifier_scheme: null }, TOGETHER],
    ['invalid_address', { address: {} }, /country_code/],
  ])('is refused: %s of %j', (code, patch, message) => {
    expect(() => change(patch)).toThrow(refusal(code, message));
  });

  test.each(DELIVERY_LOCATION_READ_ONLY)('keeps its %s', (member) => {
    expect(() => change({ name: 'Depot', [member]: null })).toThrow(
      refusal('field_not_editable', `${member}: cannot be changed`),
    );
  });
});

describe('A delivery location', () => {
  test('can be deleted while no document is delivered to it', () => {
    expect(() => {
      assertLocationDeletable(0);
    }).not.toThrow();
    expect(() => {
      assertLocationDeletable(3);
    }).toThrow(refusal('delivery_location_in_use', 'Documents are delivered to this location: 3.'));
  });
});
