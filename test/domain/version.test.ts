import fc from 'fast-check';
import {
  assertVersion,
  firstVersion,
  type IfMatch,
  isEqual,
  revised,
  type Unversioned,
  withNextVersion,
} from '../../src/domain/version';
import type { Company } from '../../src/domain/master-data/company';
import { refusal } from './refusal';

const THEN = new Date('2026-07-01T10:00:00.000Z');
const NOW = new Date('2026-07-02T10:00:00.000Z');
const resource = { name: 'A', lines: [{ amount: '1', note: null }], version: 3, updated_at: THEN };

test('A new resource has version 1, and its updated_at is its created_at', () => {
  expect(firstVersion(NOW)).toEqual({ version: 1, created_at: NOW, updated_at: NOW });
});

describe('A revised resource', () => {
  test('has the next version and the present time when a field differs', () => {
    const changed = { ...resource, lines: [{ amount: '2', note: null }] };
    expect(revised(resource, changed, NOW)).toEqual({ ...changed, version: 4, updated_at: NOW });
  });

  test('is the same object when no field differs, whatever version and time are given', () => {
    const same = { ...structuredClone(resource), version: 9, updated_at: NOW };
    expect(revised(resource, same, NOW)).toBe(resource);
  });

  test('keeps the fields that the change does not name', () => {
    expect(revised(resource, { name: 'B' }, NOW)).toEqual({
      ...resource,
      name: 'B',
      version: 4,
      updated_at: NOW,
    });
    expect(revised(resource, { name: 'A' }, NOW)).toBe(resource);
  });

  test('has the next version and the present time when a part of it changed', () => {
    expect(withNextVersion(resource, NOW)).toEqual({ ...resource, version: 4, updated_at: NOW });
  });
});

describe('Two values', () => {
  test.each<[unknown, unknown]>([
    [{ a: 1, b: undefined }, { a: 1 }],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [new Date(5), new Date(5)],
    [null, null],
  ])('are equal: %j and %j', (a, b) => expect([isEqual(a, b), isEqual(b, a)]).toEqual([true, true]));

  test.each<[unknown, unknown]>([
    [{ a: null }, {}],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [[1], [1, 2]],
    [new Date(5), new Date(6)],
    [new Date(5), {}],
    ['1', 1],
    [null, {}],
    [{}, undefined],
    [JSON.parse('{"__proto__": {}}'), {}],
  ])('differ: %j and %j', (a, b) => expect([isEqual(a, b), isEqual(b, a)]).toEqual([false, false]));

  test('are equal exactly when their JSON with sorted keys is equal', () => {
    const sorted = (value: unknown): unknown =>
      typeof value !== 'object' || value === null || Array.isArray(value)
        ? Array.isArray(value)
          ? value.map(sorted)
          : value
        : Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([member, of]) => ({ [member]: sorted(of) }));
    const small = fc.jsonValue({ maxDepth: 2 });
    fc.assert(
      fc.property(small, small, (a, b) => {
        const is_same = JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
        if (Array.isArray(a) === Array.isArray(b)) expect(isEqual(a, b)).toBe(is_same);
        expect(isEqual(a, structuredClone(a))).toBe(true);
      }),
      { seed: 3 },
    );
  });
});

test('References of a document contain no Date objects, since they are read as JSON', () => {
  const instantOf = (company: Unversioned<Company>) =>
    // @ts-expect-error: it is a string there, not a Date
    company.created_at as unknown;
  expect(instantOf).toBeInstanceOf(Function);
});

describe('A change of version 3', () => {
  test.each<[IfMatch]>([[undefined], ['any'], [[3]], [[1, 3]]])(
    'is let through by If-Match %j',
    (if_match) => {
      expect(() => {
        assertVersion(if_match, 3);
      }).not.toThrow();
    },
  );

  test.each<[IfMatch]>([[[]], [[2]], [[4, 2]]])('is refused by If-Match %j', (if_match) => {
    expect(() => {
      assertVersion(if_match, 3);
    }).toThrow(
      refusal('precondition_failed', 'The resource has changed since the version that If-Match names.'),
    );
  });
});
