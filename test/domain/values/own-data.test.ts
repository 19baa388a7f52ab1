import fc from 'fast-check';
import {
  changedOwnData,
  externalIdInUse,
  type Metadata,
  type OwnData,
  ownDataOf,
  withOwnData,
} from '../../../src/domain/values/own-data';

const NOW = new Date('2026-07-02T10:00:00.000Z');
const metadata = fc
  .uniqueArray(fc.tuple(fc.stringMatching(/^[A-Za-z0-9_.-]{1,40}$/), fc.string()), {
    selector: ([name]) => name,
    maxLength: 5,
  })
  .map((pairs): Metadata =>
    JSON.parse(`{${pairs.map((pair) => pair.map((text) => JSON.stringify(text)).join(':')).join()}}`),
  );
const external_id = fc.option(fc.string({ minLength: 1 }));
const own_data = fc.record({ external_id, metadata });
const input = fc.record({ external_id, metadata: fc.option(metadata) }, { requiredKeys: [] });

const stored = (own: OwnData) => ({ ...own, name: 'Journal', version: 3, updated_at: new Date(0) });

describe('own data', () => {
  test('of a new resource are null and {} unless they are given', () => {
    expect(ownDataOf({})).toEqual({ external_id: null, metadata: {} });
    expect(ownDataOf({ external_id: null, metadata: null })).toEqual({ external_id: null, metadata: {} });
    const given = { external_id: 'order-1', metadata: { shop: 'gent' } };
    expect(ownDataOf(given)).toEqual(given);
  });

  test('after a PATCH are those of the request where it has them', () => {
    const before = { external_id: 'order-1', metadata: { shop: 'gent' } };
    expect(changedOwnData(before, {})).toEqual(before);
    expect(changedOwnData(before, { external_id: null })).toEqual({ ...before, external_id: null });
    expect(changedOwnData(before, { metadata: null })).toEqual({ ...before, metadata: {} });
    const replaced = { metadata: { till: '3' } };
    expect(changedOwnData(before, replaced)).toEqual({ ...before, ...replaced });
  });

  test('that are replaced are those of a new resource with the same input, and leave all else', () => {
    fc.assert(
      fc.property(own_data, input, (own, given) => {
        const { version: _version, updated_at: _updated_at, ...rest } = withOwnData(stored(own), given, NOW);
        expect(rest).toEqual({ name: 'Journal', ...ownDataOf(given) });
      }),
    );
  });

  test('that are replaced by themselves, in any order of names, leave the resource as it is', () => {
    fc.assert(
      fc.property(own_data, (own) => {
        const resource = stored(own);
        const reversed = Object.entries(own.metadata)
          .reverse()
          .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
        const again = { ...own, metadata: JSON.parse(`{${reversed.join()}}`) as Metadata };
        expect(withOwnData(resource, again, NOW)).toBe(resource);
      }),
    );
  });

  test('that are replaced by others give the resource the next version', () => {
    const resource = stored({ external_id: 'order-1', metadata: {} });
    expect(withOwnData(resource, { metadata: { constructor: 'x' } }, NOW)).toEqual({
      ...{ name: 'Journal', external_id: null, metadata: { constructor: 'x' } },
      ...{ version: 4, updated_at: NOW },
    });
  });
});

test('the error for an external_id that is taken names the resource that has it', () => {
  const { code, status, message, options } = externalIdInUse('j1');
  expect([code, status, message]).toEqual([
    'external_id_in_use',
    409,
    'A resource with this external_id exists already: j1.',
  ]);
  expect(options).toEqual({ details: [{ id: 'j1' }] });
});
