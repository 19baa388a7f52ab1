import fc from 'fast-check';
import { aCharacter } from '../../support/characters';
import {
  duplicateRelation,
  identitiesBeyond,
  identitiesOf,
  identityKey,
} from '../../../src/domain/master-data/relation-identity';
import { newRelation } from '../../../src/domain/master-data/relation';
import { aRelation } from './builders';

describe('the key of an identity', () => {
  test.each([
    ['BE 0403.170-701', 'be0403170701'],
    ['a–b‑c—d', 'ABCD'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['e\u0301', 'É'],
  ])('is the same for %s and %s', (first, second) => {
    expect(identityKey(first)).toBe(identityKey(second));
  });

  test.each([
    ['0208:1', '02081'],
    ['a/b', 'ab'],
    ['1_2', '12'],
    ['a', 'á'],
  ])('differs for %s and %s', (first, second) => {
    expect(identityKey(first)).not.toBe(identityKey(second));
  });

  test.each(['-', ' . – '])('is null without comparable characters: "%s"', (text) => {
    expect(identityKey(text)).toBeNull();
  });

  test('of many combining marks is computed in linear time, and is idempotent', () => {
    const key = identityKey(`a${'\u0301\u0323'.repeat(200_000)}`)!;
    expect(identityKey(key)).toBe(key);
    expect(identityKey(`a${'\u0301'.repeat(20)}`)).toBe(`Á${'\u0301'.repeat(19)}`);
  }, 5_000);

  test.each(['ΐ', 'ΰ', 'ῒ', 'ῢ'])(
    'of the Greek letter %s is composed, as that of its upper case',
    (letter) => {
      const key = identityKey(letter)!;
      expect(key).toBe(key.normalize('NFC'));
      expect(identityKey(letter.toUpperCase())).toBe(key);
      expect(identityKey(key)).toBe(key);
    },
  );

  test('is its own key, and ignores case', () => {
    fc.assert(
      fc.property(fc.string({ unit: aCharacter }), (text) => {
        const key = identityKey(text);
        if (key !== null) expect(identityKey(key)).toBe(key);
        expect(identityKey(text.toLowerCase())).toBe(identityKey(text.toUpperCase().toLowerCase()));
      }),
    );
  });
});

describe('the identities of a relation', () => {
  test('are those that it has, always in the same order', () => {
    const relation = aRelation({
      electronic_address: '0208:0123456749',
      vat: 'BE0123456749',
      identifier: '-',
    });
    expect(identitiesOf(relation)).toEqual([
      { kind: 'vat', value: 'BE0123456749' },
      { kind: 'electronic_address', value: '0208:0123456749' },
    ]);
  });

  test('are compared with those of another relation by their keys', () => {
    const before = aRelation({ vat: 'BE0123456749', identifier: 'RPR 1' });
    const after = aRelation({ vat: 'BE0403170701', identifier: 'rpr-1' });
    expect(identitiesBeyond(after, before)).toEqual([{ kind: 'vat', value: 'BE0403170701' }]);
    expect(identitiesBeyond(before, after)).toEqual([{ kind: 'vat', value: 'BE0123456749' }]);
  });
});

describe('a duplicate relation', () => {
  test('names each existing relation once', () => {
    const refused = duplicateRelation([
      { kind: 'identifier', relation_id: 'r1' },
      { kind: 'vat', relation_id: 'r2' },
      { kind: 'vat', relation_id: 'r1' },
    ]);
    expect(refused).toMatchObject({
      code: 'duplicate_relation',
      message: 'A relation with this identifier exists already: r1.',
      options: { details: [{ relation_id: 'r1' }, { relation_id: 'r2' }] },
    });
  });
});

describe('the identities of a relation', () => {
  test('do not exist for a person', () => {
    expect(identitiesOf(newRelation({ type: 'contact', last_name: 'Maes' }, 'r1', new Date(0)))).toEqual([]);
  });

  test('differ by their kind', () => {
    const one = aRelation({ vat: 'BE0123456749' });
    const other = aRelation({ identifier: 'BE0123456749' });
    expect(identitiesBeyond(one, other)).toEqual([{ kind: 'vat', value: 'BE0123456749' }]);
  });
});
