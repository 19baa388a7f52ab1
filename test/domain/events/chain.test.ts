import fc from 'fast-check';
import {
  canonical,
  type ChainHead,
  contentOf,
  EMPTY_CHAIN,
  FIRST_HASH,
  hashOf,
  pendingText,
  positionedText,
  sha256,
} from '../../../src/domain/events/chain';
import type { ChainedEvent, NewEvent } from '../../../src/domain/events/event';
import { anEvent, anId, chained } from '../../support/chains';
import { aCharacter } from '../../support/characters';

const text = fc.string({ unit: aCharacter });
const event = fc.record({
  id: text,
  type: text,
  occurred_at: text,
  actor: fc.record({ kind: text, id: fc.option(text) }),
  request_id: fc.option(text),
  resource: fc.record({ type: text, id: text, version: fc.option(fc.integer()) }),
  changed: fc.array(text),
  data: fc.dictionary(text, fc.jsonValue()),
  digest: fc.option(text),
}) as fc.Arbitrary<unknown> as fc.Arbitrary<NewEvent>;

// Computed without this code: Python's json.dumps with sort_keys and without spaces, and hashlib.
const KNOWN_CONTENT = 'a3f3039e44033b83847bdd31f4b2e0a42e41d568f1e715b33cc0ba93753f7dfa';
const KNOWN_HASH = '415484e759c605f2f0806a23cf1027fd6450e08819123ba6185af33ca66839c2';

describe('SHA-256', () => {
  test('is that of the UTF-8 bytes, in lower-case hexadecimal', () => {
    // printf 'abc' | sha256sum, and printf '€' | sha256sum
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256('€')).toBe('c4cc90ed3d26f12d4b08a75140970a7904035c31cbb4515a83f19b9003c00d1d');
  });
});

describe('Canonical JSON', () => {
  test.each([
    [
      'sorts members at any depth',
      { b: 1, a: { d: [{ f: 1, e: 2 }], c: 3 } },
      '{"a":{"c":3,"d":[{"e":2,"f":1}]},"b":1}',
    ],
    ['writes numbers as JavaScript does', [1.0, 1e21, -0, 0.1], '[1,1e+21,0,0.1]'],
    ['escapes only what must be escaped', '€\u001f"\\\n', '"€\\u001f\\"\\\\\\n"'],
    ['leaves out members that are undefined', { a: undefined, b: null }, '{"b":null}'],
  ])('%s', (_, value, expected) => {
    expect(canonical(value)).toBe(expected);
  });

  test('does not exist for a value without a JSON form', () => {
    expect(() => canonical(undefined)).toThrow('The value has no JSON form.');
  });
});

describe('The text of an event before it has a position', () => {
  test('is canonical JSON with position 0', () => {
    fc.assert(
      fc.property(event, (one) => {
        expect(pendingText(one)).toBe(canonical({ ...one, position: 0 }));
      }),
    );
  });

  test('becomes canonical JSON with the position that it gets', () => {
    fc.assert(
      fc.property(event, fc.integer({ min: 1, max: 2 ** 53 - 1 }), (one, position) => {
        expect(positionedText(pendingText(one), position)).toBe(canonical({ ...one, position }));
      }),
    );
  });

  test('gets the position in its own member, not in a text that looks like it', () => {
    const tricky = anEvent(1, { changed: ['"position":0'], data: { name: '"position":0' } });
    expect(positionedText(pendingText(tricky), 7)).toBe(canonical({ ...tricky, position: 7 }));
  });
});

describe('The first event of a chain', () => {
  const { event: first, content } = chained(anEvent(1), EMPTY_CHAIN);

  test('follows position 0, and a hash of 64 zeros', () => {
    expect(EMPTY_CHAIN).toEqual({ position: 0, hash: FIRST_HASH });
    expect(FIRST_HASH).toMatch(/^0{64}$/);
  });

  test('has the content and the hash that other programs compute', () => {
    expect(content).toBe(KNOWN_CONTENT);
    expect(first.hash).toBe(KNOWN_HASH);
  });
});

describe('The next event of a chain', () => {
  const head: ChainHead = { position: 41, hash: 'e'.repeat(64) };
  const { event: next, content } = chained(anEvent(2), head);

  test('has a hash over the previous hash and the content', () => {
    expect(content).toBe(sha256(canonical({ ...anEvent(2), position: 42 })));
    expect(next.hash).toBe(sha256(`${head.hash}${content}`));
  });

  test('has another hash after another event, and the same content', () => {
    const other = chained(anEvent(2), { position: 41, hash: 'f'.repeat(64) });
    expect(other.content).toBe(content);
    expect(other.event.hash).not.toBe(next.hash);
  });
});

describe('The content of an event', () => {
  const { event: original, content } = chained(anEvent(1), EMPTY_CHAIN);

  test('does not depend on its hashes', () => {
    expect(contentOf({ ...original, previous_hash: 'a', hash: 'b' } as ChainedEvent)).toBe(content);
    expect(contentOf({ ...anEvent(1), position: 1 })).toBe(content);
  });

  test.each<[string, Partial<ChainedEvent>]>([
    ['id', { id: anId(2) }],
    ['position', { position: 2 }],
    ['type', { type: 'document.updated' }],
    ['time', { occurred_at: '2026-07-01T00:00:01.001Z' }],
    ['actor', { actor: { kind: 'operator', id: 'a-client' } }],
    ['request', { request_id: null }],
    ['resource', { resource: { ...original.resource, version: 2 } }],
    ['changed members', { changed: ['note'] }],
    ['data', { data: { ...original.data, number: 'INV-2026-2' } }],
    ['digest', { digest: null }],
  ])('changes with its %s, and the hash with it', (_, change) => {
    const altered = contentOf({ ...original, ...change });
    expect(altered).not.toBe(content);
    expect(hashOf(FIRST_HASH, altered)).not.toBe(original.hash);
  });
});
