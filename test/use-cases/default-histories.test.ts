import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { history, type Member, Model, run, SUBJECTS } from '../support/default-histories';
import { startInMemory } from '../support/memory/use-cases';

/** fast-check shows the seed of a run that fails; this is to say it of those that do not. */
const seed = Number(process.env['FC_SEED'] ?? randomInt(2 ** 31 - 1));

let count = 0;
const byId = (members: readonly Member[]) => [...members].sort((a, b) => (a.id < b.id ? -1 : 1));

describe.each(SUBJECTS)('$name: any history', (subject) => {
  test(`ends as the rules say (seed ${seed})`, async () => {
    const property = fc.asyncProperty(history, async (steps) => {
      const service = startInMemory();
      const company_id = await service.newCompany();
      const model = new Model(subject);
      for (const step of steps) {
        const ids = model.ids;
        const meant = step.do === 'create' ? undefined : ids[step.member % Math.max(ids.length, 1)];
        const expected = model.expect(step, meant);
        const { id, result } = await run(subject, service, company_id, ++count, step, ids);
        expect(result).toBe(expected);
        if (result === 'done') model.apply(step, id!);
        expect(byId(await subject.list(service, company_id))).toEqual(byId(model.list()));
      }
    });
    await fc.assert(property, { seed, numRuns: 50 });
  });
});
