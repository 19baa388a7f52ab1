import fc from 'fast-check';
import { sql } from 'kysely';
import { DomainError } from '../../../../src/domain/errors';
import { type RelationsApi, startRelations } from '../../../support/relations';

let api: RelationsApi;
beforeAll(async () => {
  api = await startRelations();
});
afterAll(() => api.end());

interface Identities {
  readonly vat?: string | null;
  readonly identifier?: string | null;
}

/** @returns the id of the new relation */
async function create(
  company_id: string,
  identities: Identities,
  ignore_duplicate?: boolean,
): Promise<string> {
  const input = { type: 'company', name: 'Janssens', ...identities } as const;
  return (await api.relations.create(api.units.open(), company_id, input, ignore_duplicate)).id;
}

function change(company_id: string, id: string, identities: Identities): Promise<unknown> {
  const patch = Object.fromEntries(Object.entries(identities).map(([member, value]) => [member, { value }]));
  return api.relations.update(api.units.open(), company_id, id, patch, undefined);
}

const remove = (company_id: string, id: string) =>
  api.relations.delete(api.units.open(), company_id, id, undefined);

/** What should not be: an identity that nobody holds, or one held by a relation that has it not. */
async function broken(company_id: string): Promise<unknown[]> {
  const { rows } = await sql`
    with identity as (
      select id, 'vat' as kind, vat_key as value from relation where company_id = ${company_id} and vat_key is not null
      union all
      select id, 'identifier', identifier_key from relation where company_id = ${company_id} and identifier_key is not null
    ), claim as (
      select relation_id as id, kind, value from relation_identity where company_id = ${company_id}
    )
    select 'unclaimed' as fault, kind, value from identity
    where (kind, value) not in (select kind, value from claim)
    union all
    select 'held by another', kind, value from claim where (id, kind, value) not in (select * from identity)`.execute(
    api.db,
  );
  return rows;
}

const refusals = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));

/** A promise for what is refused with the code. */
const refusedAs = (code: string) => expect.objectContaining({ code }) as unknown;

describe('at the same time', () => {
  const vat = 'BE0403170701';
  const ROUNDS = 25;

  test('deleting the holder, letting one in and creating one leaves one holder', async () => {
    const company_id = await api.newCompany();
    for (let round = 0; round < ROUNDS; round++) {
      const holder = await create(company_id, { vat });
      const results = await Promise.allSettled([
        remove(company_id, holder),
        create(company_id, { vat }, true),
        create(company_id, { vat }),
        create(company_id, { vat }, true),
      ]);
      const is_refused = results[2].status === 'rejected';
      expect(refusals(results)).toEqual(is_refused ? [refusedAs('duplicate_relation')] : []);
      expect(await broken(company_id)).toEqual([]);
      await expect(create(company_id, { vat })).rejects.toMatchObject({ code: 'duplicate_relation' });
      for (const result of results.slice(1)) {
        if (result.status === 'fulfilled') await remove(company_id, result.value as string);
      }
    }
  });

  test('two that take each other’s identity are both refused, and neither waits for ever', async () => {
    const company_id = await api.newCompany();
    const [first, second] = [
      await create(company_id, { vat }),
      await create(company_id, { vat: 'NL004495445B01' }),
    ];
    for (let round = 0; round < ROUNDS; round++) {
      const results = await Promise.allSettled([
        change(company_id, first, { vat: 'NL004495445B01' }),
        change(company_id, second, { vat }),
      ]);
      expect(refusals(results)).toEqual([refusedAs('duplicate_relation'), refusedAs('duplicate_relation')]);
    }
    expect(await broken(company_id)).toEqual([]);
  });

  test('of two that take the same free identity one is refused', async () => {
    const company_id = await api.newCompany();
    const ids = [await create(company_id, {}), await create(company_id, {})];
    for (let round = 0; round < ROUNDS; round++) {
      const results = await Promise.allSettled(
        ids.map((id) => change(company_id, id, { vat: `EL${100000000 + round}` })),
      );
      expect(refusals(results)).toEqual([refusedAs('duplicate_relation')]);
    }
    expect(await broken(company_id)).toEqual([]);
  });

  test('creating again under the id of a relation that goes waits for it, and then succeeds', async () => {
    const company_id = await api.newCompany();
    for (let round = 0; round < ROUNDS; round++) {
      const holder = await create(company_id, { vat });
      const [, created] = await Promise.allSettled([remove(company_id, holder), create(company_id, { vat })]);
      if (created.status === 'fulfilled') await remove(company_id, created.value);
      else expect(created.reason).toMatchObject({ code: 'duplicate_relation' });
      expect(await broken(company_id)).toEqual([]);
    }
  });
});

const VALUES = ['A', 'B', 'C', null];
const identities = fc.record({
  vat: fc.constantFrom(...VALUES),
  identifier: fc.constantFrom(...VALUES),
});
const operation = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), identities, share: fc.boolean() }),
  fc.record({ kind: fc.constant('change' as const), identities, at: fc.nat(30) }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat(30) }),
);

test('whatever happens at the same time, each identity in use has one holder, who has it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(operation, { minLength: 4, maxLength: 12 }), { minLength: 2, maxLength: 5 }),
      async (rounds) => {
        const company_id = await api.newCompany();
        const ids: string[] = [];
        for (const round of rounds) {
          const known = [...ids];
          const idAt = (at: number) => known[at % known.length];
          const results = await Promise.allSettled(
            round.map(async (step) => {
              if (step.kind === 'create') {
                ids.push(await create(company_id, step.identities, step.share));
                return;
              }
              const id = idAt(step.at);
              if (id === undefined) return;
              if (step.kind === 'change') await change(company_id, id, step.identities);
              else await remove(company_id, id);
            }),
          );
          for (const error of refusals(results)) {
            expect(error).toBeInstanceOf(DomainError);
            expect(['duplicate_relation', 'not_found']).toContain((error as DomainError).code);
          }
          expect(await broken(company_id)).toEqual([]);
        }
      },
    ),
    { numRuns: 60 },
  );
}, 120_000);
