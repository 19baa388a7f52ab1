import { NumberingIntegrity } from '../../../src/use-cases/numbering/numbering-integrity';
import { startInMemory } from '../../support/memory/use-cases';

describe('the check of the numbers of a company', () => {
  test('includes all journals, also of a company with more than a page of them', async () => {
    const { clock, journals, newCompany, units } = startInMemory();
    const id = await newCompany();
    for (let count = 1; count <= 201; count++)
      await journals.create(units.open(), id, { code: `J${count}`, name: 'J', category: 'sales' });

    const integrity = new NumberingIntegrity({ list: async () => [] }, clock);
    const checked = await integrity.check(units.open(), { id, timezone: 'Europe/Brussels' });

    expect(new Set(checked.map(({ journal }) => journal.code)).size).toBe(201);
  });
});
