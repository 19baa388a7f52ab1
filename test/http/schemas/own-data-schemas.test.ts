import { ownDataInput } from '../../../src/adapters/http/schemas/own-data-schemas';
import { LONG_TEXTS } from '../../support/hostile-values';
import { processorTime } from '../../support/processor-time';

/** A linear check of 256 KiB takes milliseconds; a quadratic one exceeds this limit. */
const GUARD_MS = 1_000;

const validated = (metadata: unknown) => {
  const tookMs = processorTime();
  const { success, data, error } = ownDataInput.safeParse({ metadata });
  expect(tookMs()).toBeLessThan(GUARD_MS);
  return success ? data.metadata : error.issues[0]!.message;
};

describe('metadata', () => {
  test('are passed on as they are, in their order', () => {
    const metadata = JSON.parse('{"b": "1", "a": "2", "__proto__": "3"}') as object;
    expect(validated(metadata)).toBe(metadata);
    expect(validated({})).toEqual({});
    expect(validated(null)).toBeNull();
  });

  test('are refused in time proportional to their size: long names, long values, many pairs', () => {
    for (const text of LONG_TEXTS) {
      expect(validated({ [text]: 'x' })).toMatch(/^must have names of/);
      expect(validated({ name: text })).toBe('must have at most 500 characters');
    }
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`n${index}`, 'x']));
    expect(validated(many)).toBe('must have at most 50 pairs');
  });

  test('may have names of 40 characters and values of 500, which are counted as code points', () => {
    const largest = { ['x'.repeat(40)]: '\u{1f600}'.repeat(500) };
    expect(validated(largest)).toEqual(largest);
    expect(validated({ ['x'.repeat(41)]: 'x' })).toMatch(/^must have names of/);
    expect(validated({ name: 'x'.repeat(501) })).toBe('must have at most 500 characters');
  });
});
