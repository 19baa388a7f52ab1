import { deliveryIdentity } from '../../../../src/adapters/rendering/blocks/party-lines';

const DOCK = { name: 'Dock 4', identifier: null, identifier_scheme: null, address: null };
const WITH_GLN = { ...DOCK, identifier: '5412345000013', identifier_scheme: '0088' };

describe('The identity of a delivery location', () => {
  test.each([
    ['en', 'Location no. 5412345000013'],
    ['nl', 'Locatienr. 5412345000013'],
    ['fr', 'N° du lieu 5412345000013'],
    ['de', 'Lieferortnr. 5412345000013'],
  ] as const)('is its identifier with a label: %s', (language, line) => {
    expect(deliveryIdentity(WITH_GLN, language)).toEqual([line]);
  });

  test('is empty without an identifier', () => {
    expect(deliveryIdentity(DOCK, 'en')).toEqual([]);
  });
});
