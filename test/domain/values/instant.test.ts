import fc from 'fast-check';
import { instantText } from '../../../src/domain/values/instant';

describe('the text of an instant', () => {
  it('is the one in UTC with milliseconds, also of the same instant again', () => {
    fc.assert(
      fc.property(fc.array(fc.date({ noInvalidDate: true }), { maxLength: 4 }), (instants) => {
        for (const instant of [...instants, ...instants.slice(-1)])
          expect(instantText(instant)).toBe(instant.toISOString());
      }),
    );
  });

  it('does not exist for an invalid date', () => {
    expect(() => instantText(new Date(NaN))).toThrow(RangeError);
  });
});
