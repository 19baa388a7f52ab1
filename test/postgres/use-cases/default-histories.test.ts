import { randomInt, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import {
  history,
  type Member,
  Model,
  outcome,
  type Step,
  type Subject,
  SUBJECTS,
} from '../../support/default-histories';
import { type MasterData, type Node, startMasterData } from '../../support/master-data';

let data: MasterData;
beforeAll(async () => {
  data = await startMasterData();
});
afterAll(() => data.end());

/** fast-check shows the seed of a run that fails; this is to say it of those that do not. */
const seed = Number(process.env['FC_SEED'] ?? randomInt(2 ** 31 - 1));
console.info(`default histories: seed ${seed}`);

let count = 0;

/** Does the step to the member that it means among `ids`. @returns the id that was created, or meant */
async function run(subject: Subject, node: Node, company_id: string, step: Step, ids: readonly string[]) {
  let id = step.do === 'create' ? undefined : (ids[step.member % Math.max(ids.length, 1)] ?? randomUUID());
  const result = await outcome(async () => {
    if (step.do === 'create') ({ id } = await subject.create(node, company_id, ++count, step));
    else if (step.do === 'update') await subject.update(node, company_id, id!, step);
    else await subject.delete(node, company_id, id!);
  });
  return { id, result };
}

const byId = (members: readonly Member[]) => [...members].sort((a, b) => (a.id < b.id ? -1 : 1));

describe.each(SUBJECTS)('$name: any history', (subject) => {
  test(`one after the other ends as the rules say (seed ${seed})`, async () => {
    const property = fc.asyncProperty(history, async (steps) => {
      const company_id = await data.newCompany();
      const model = new Model(subject);
      for (const [index, step] of steps.entries()) {
        const ids = model.ids;
        const meant = step.do === 'create' ? undefined : ids[step.member % Math.max(ids.length, 1)];
        const expected = model.expect(step, meant);
        const { id, result } = await run(subject, data.nodes[index % 2]!, company_id, step, ids);
        expect(result).toBe(expected);
        if (result === 'done') model.apply(step, id!);
        expect(byId(await subject.list(data.nodes[0], company_id))).toEqual(byId(model.list()));
      }
    });
    await fc.assert(property, { seed, numRuns: 50 });
  }, 120_000);

  test(`at the same time, on two nodes, never leaves a scope with two defaults, or with members and none (seed ${seed})`, async () => {
    const waves = fc.array(history, { minLength: 1, maxLength: 3 });
    const property = fc.asyncProperty(waves, async (all) => {
      const company_id = await data.newCompany();
      let running = true;
      const watched = (async () => {
        for (let looks = 0; running || looks === 0; looks++) {
          for (const { defaults } of await subject.defaults(data.nodes[looks % 2]!.db, company_id))
            expect(defaults).toBe(1);
        }
      })();
      try {
        for (const steps of all) {
          const ids = (await subject.list(data.nodes[0], company_id)).map(({ id }) => id);
          const results = await Promise.all(
            steps.map((step, index) => run(subject, data.nodes[index % 2]!, company_id, step, ids)),
          );
          for (const { result } of results)
            expect(['done', 'not_found', subject.violation]).toContain(result);
          const members = await subject.list(data.nodes[0], company_id);
          for (const scope of subject.scopes) {
            const active = members.filter((member) => member.scope === scope && member.active);
            expect(active.filter((member) => member.default)).toHaveLength(active.length > 0 ? 1 : 0);
          }
          expect(members.filter((member) => member.default && !member.active)).toEqual([]);
        }
      } finally {
        running = false;
        await watched;
      }
    });
    await fc.assert(property, { seed, numRuns: 30 });
  }, 120_000);
});
