import fc from 'fast-check';
import { rowsById } from '../../src/adapters/postgres/rows-of';

describe('the rows of ids', () => {
  it('are those with the ids, whatever the order, and none for ids without a row', () => {
    const ids = fc.uniqueArray(fc.integer({ max: 20, min: 0 }).map(String));
    fc.assert(
      fc.property(ids, ids, (wanted, stored) => {
        const rows = stored.filter((id) => wanted.includes(id)).map((id) => ({ id }));
        expect(rowsById(rows, wanted)).toEqual(wanted.map((id) => rows.find((row) => row.id === id)));
      }),
    );
  });
});
