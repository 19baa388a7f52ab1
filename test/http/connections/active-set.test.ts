import fc from 'fast-check';
import { ActiveSet } from '../../../src/adapters/http/connections/active-set';

test('An active set has the values that were added and not removed', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constant('add' as const), fc.nat())), (steps) => {
      const active = new ActiveSet<object>();
      const expected = new Map<object, () => void>();
      for (const step of steps) {
        const values = [...expected.keys()];
        if (step === 'add' || values.length === 0) {
          const value = {};
          expected.set(value, active.add(value));
        } else {
          const value = values[step % values.length]!;
          expected.get(value)!();
          expected.delete(value);
        }
        expect(new Set(active.values())).toEqual(new Set(expected.keys()));
        expect(active.size).toBe(expected.size);
      }
    }),
  );
});

test('The places of removed values are used again', () => {
  const active = new ActiveSet<number>();
  for (let n = 0; n < 1_000; n++) active.add(n)();
  active.add(1);
  expect((active as unknown as { places: unknown[] }).places).toHaveLength(1);
});
