import fc from 'fast-check';
import { canonical } from '../../../src/domain/events/chain';
import { digestedText } from '../../../src/domain/events/digest';
import { digestOf } from '../../support/chains';

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

  it.each([
    ...['updated_at', 'allowed_actions', 'attachments', 'last_number', 'open_amount'],
    ...['credited_amount', 'credit_notes', 'converted_to', 'responses'],
  ])('leaves out %s at the top, and covers it below', (name) => {
    expect(digestedText({ id: '1', [name]: 'x', totals: { [name]: 'y' } })).toBe(
      `{"id":"1","totals":{"${name}":"y"}}`,
    );
  });

  it('covers false, 0 and an empty text, which are values', () => {
    expect(digestedText({ a: false, b: 0, c: '' })).toBe('{"a":false,"b":0,"c":""}');
  });

  it('covers a time as its text in UTC, also in a list', () => {
    const time = new Date('2026-07-01T10:00:00.000Z');
    expect(digestedText({ created_at: time, times: [time] })).toBe(
      '{"created_at":"2026-07-01T10:00:00.000Z","times":["2026-07-01T10:00:00.000Z"]}',
    );
  });

  it('keeps the place of each entry of a list, also of an empty one', () => {
    expect(digestedText({ list: [[], {}, null, undefined, [[]], { a: [] }, 1] })).toBe(
      '{"list":[[],{},null,null,[[]],{},1]}',
    );
  });

  it('of a resource without values is that of an empty object', () => {
    expect(digestedText({ updated_at: 'x', note: null })).toBe('{}');
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
