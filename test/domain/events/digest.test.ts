import fc from 'fast-check';
import { canonical } from '../../../src/domain/events/chain';
import { digestedText, digestOf } from '../../../src/domain/events/digest';

describe('the digest of a resource', () => {
  it('is the SHA-256 of canonical JSON', () => {
    // printf '{"a":"€","b":{"x":1}}' | sha256sum
    expect(digestedText({ b: { x: 1 }, a: '€' })).toBe('{"a":"€","b":{"x":1}}');
    expect(digestOf({ b: { x: 1 }, a: '€' })).toBe(
      'e18a0b6d496199e934f44e694bd93ffacc8efcdf0508fea0c4cb7aaf1295d7cb',
    );
  });

  it('sorts member names as UTF-16 code units, also those that look like numbers', () => {
    expect(canonical({ metadata: { 10: 'a', 9: 'b', Z: 'c', é: 'd' } })).toBe(
      '{"metadata":{"10":"a","9":"b","Z":"c","é":"d"}}',
    );
  });

  it('covers metadata of any name', () => {
    const metadata = JSON.parse('{"toString": "b", "__proto__": "a"}') as object;
    expect(digestedText({ metadata })).toBe('{"metadata":{"__proto__":"a","toString":"b"}}');
  });

  it('leaves out members that depend on other rows, at the top only', () => {
    expect(digestedText({ id: '1', updated_at: 'x', attachments: [1], nested: { updated_at: 'y' } })).toBe(
      '{"id":"1","nested":{"updated_at":"y"}}',
    );
  });

  it('leaves out members that are empty or become so, at any depth', () => {
    expect(
      digestedText({ a: null, b: [], c: {}, d: { e: null, f: { g: [] } }, h: [{ i: null }, null] }),
    ).toBe('{"h":[{},null]}');
  });

  it('is not changed by a new member without a value', () => {
    const value = fc.jsonValue();
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (resource) => {
        expect(digestedText({ ...resource, added: null })).toBe(
          digestedText({ ...resource, added: undefined }),
        );
      }),
    );
  });

  it('does not depend on the order of members', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]+$/), fc.jsonValue()), (resource) => {
        const reversed = Object.fromEntries(Object.entries(resource).reverse());
        expect(digestOf(reversed)).toBe(digestOf(resource));
      }),
    );
  });
});
