import fc from 'fast-check';
import { EMAIL } from '../../../src/domain/values/email';
import { processorTime } from '../../support/processor-time';

/** The rule as a plain pattern, which takes quadratic time for many dots. */
const PLAIN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

describe('An email address', () => {
  test.each(['a@b.c', 'a@.b.c', 'a@b..c', 'a@b.c.', 'ann.o@sub.example.eu'])('is %j', (text) => {
    expect(EMAIL.test(text)).toBe(true);
  });
  test.each(['', 'a', 'a@b', 'a@.c', 'a@b.', '@b.c', 'a@b@c.d', 'a b@c.d', 'a@b.c '])('is not %j', (text) => {
    expect(EMAIL.test(text)).toBe(false);
  });

  test('is accepted exactly when the plain pattern matches, for any text', () => {
    const text = fc.array(fc.constantFrom('a', 'b', '@', '.', '..', ' ', 'é'), { maxLength: 12 });
    fc.assert(
      fc.property(text, (parts) => EMAIL.test(parts.join('')) === PLAIN.test(parts.join(''))),
      { numRuns: 5_000 },
    );
  });

  test('is checked in linear time for a text of many dots', () => {
    const tookMs = processorTime();
    expect(EMAIL.test(`a@${'.'.repeat(1_000_000)} `)).toBe(false);
    expect(tookMs()).toBeLessThan(2_000);
  });
});
