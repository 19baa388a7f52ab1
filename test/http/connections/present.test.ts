import fc from 'fast-check';
import { Present } from '../../../src/adapters/http/connections/present';

test('Present values are those that were added and not removed', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constant('add' as const), fc.nat())), (steps) => {
      const present = new Present<object>();
      const expected = new Map<object, () => void>();
      for (const step of steps) {
        const values = [...expected.keys()];
        if (step === 'add' || values.length === 0) {
          const value = {};
          expected.set(value, present.add(value));
        } else {
          const value = values[step % values.length]!;
          expected.get(value)!();
          expected.delete(value);
        }
        expect(new Set(present.values())).toEqual(new Set(expected.keys()));
        expect(present.size).toBe(expected.size);
      }
    }),
  );
});

test('Places of removed values are taken again', () => {
  const present = new Present<number>();
  for (let n = 0; n < 1_000; n++) present.add(n)();
  present.add(1);
  expect((present as unknown as { places: unknown[] }).places).toHaveLength(1);
});
