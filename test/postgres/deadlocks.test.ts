import { sql } from 'kysely';
import { failureOf } from '../../src/adapters/postgres/failures';
import { PostgresIdempotency } from '../../src/adapters/postgres/idempotency/idempotency';
import { PostgresUnitsOfWork } from '../../src/adapters/postgres/units/units-of-work';
import type { Repositories } from '../../src/ports/unit-of-work';
import { aRelation } from '../domain/master-data/builders';
import { type MasterData, type Node, startMasterData } from '../support/master-data';
import { until } from '../support/until';
import { eventRecorder } from '../support/event-recorder';

let data: MasterData;
beforeAll(async () => {
  data = await startMasterData();
});
afterAll(() => data.end());

/** Two transactions that each lock one branding and then that of the other one. */
async function crossed() {
  const company_id = await data.newCompany();
  const [a, b] = [
    (await data.nodes[0].brandings.create(data.nodes[0].units.open(), company_id, { name: 'A' })).id,
    (await data.nodes[0].brandings.create(data.nodes[0].units.open(), company_id, { name: 'B' })).id,
  ];
  let holding = 0;
  let bothHold = () => {};
  const both = new Promise<void>((resolve) => (bothHold = resolve));
  const attempts: string[] = [];
  const work = (name: string, first: string, second: string) => async (repositories: Repositories) => {
    attempts.push(name);
    const { brandings } = repositories;
    await brandings.lock(company_id, first);
    if (++holding === 2) bothHold();
    await both;
    const branding = (await brandings.lock(company_id, second))!;
    await brandings.save(company_id, branding, { ...branding, footer: (branding.footer ?? '') + name });
    return name;
  };
  const footers = async () => {
    const { data: all } = await data.nodes[0].brandings.list(
      data.nodes[0].units.open(),
      company_id,
      {},
      { sort: 'created_at', limit: 10 },
    );
    return Object.fromEntries(all.map(({ name, footer }) => [name, footer]));
  };
  return { company_id, one: work('one', a, b), other: work('other', b, a), attempts, footers };
}

/** PostgreSQL checks for a deadlock after a second of waiting, and aborts one of the two. */
describe('a transaction that PostgreSQL aborts for a deadlock', () => {
  test('is retried: both transactions commit', async () => {
    const { one, other, attempts, footers } = await crossed();
    const [here, there] = data.nodes;
    expect(
      await Promise.all([here.units.open().transaction(one), there.units.open().transaction(other)]),
    ).toEqual(['one', 'other']);
    expect(attempts.length).toBeGreaterThanOrEqual(3); // more when the retry takes its row before the other wakes
    expect(await footers()).toEqual({ A: 'other', B: 'one' });
  });

  test('is retried with its Idempotency-Key: only the transaction is repeated, and one response stored', async () => {
    const { company_id, one, other, attempts, footers } = await crossed();
    const runs: string[] = [];
    const once = ({ db }: Node, key: string, work: typeof one) =>
      new PostgresIdempotency(db, new PostgresUnitsOfWork(db, eventRecorder()), data.clock).once(
        { company_id, client_id: 'a client', key, fingerprint: '00'.repeat(32) },
        (unit) => {
          runs.push(key);
          return unit.transaction(work);
        },
        (name) => ({ status: 200, headers: {}, body: String(name) }),
      );
    const [here, there] = data.nodes;
    const answers = await Promise.all([once(here, 'key of one', one), once(there, 'key of other', other)]);
    expect(answers).toMatchObject([
      { body: 'one', replayed: false },
      { body: 'other', replayed: false },
    ]);
    expect(attempts.length).toBeGreaterThanOrEqual(3); // more when the retry takes its row before the other wakes
    expect(runs.sort()).toEqual(['key of one', 'key of other']);
    expect(await footers()).toEqual({ A: 'other', B: 'one' });
    expect(await once(there, 'key of one', one)).toMatchObject({ body: 'one', replayed: true });
    expect(await footers()).toEqual({ A: 'other', B: 'one' });
  });

  test('fails with Retry-After when every retry fails', async () => {
    const { units } = data.nodes[0];
    let attempts = 0;
    const broken = units.open().transaction(async () => {
      attempts++;
      // As each statement reports it.
      throw failureOf(Object.assign(new Error('deadlock detected'), { code: '40P01', severity: 'ERROR' }));
    });
    await expect(broken).rejects.toMatchObject({ code: 'internal_error', options: { retry_after_s: 2 } });
    expect(attempts).toBe(5);
  });
});

describe('a shared statement that PostgreSQL aborts for a deadlock', () => {
  test('is repeated', async () => {
    const [here, there] = data.nodes;
    const company_id = await data.newCompany();
    const relation = aRelation({ vat: 'BE0403170701', external_id: 'customer-1' });
    const abandoned = new Error('abandoned');
    let creation: Promise<unknown> | undefined;
    const other = there.units.open().transaction(async ({ relations }) => {
      await relations.insertAll(company_id, [aRelation({ external_id: 'customer-1' })]);
      creation = here.units.open().createRelation(company_id, relation);
      // It has acquired the VAT number, and waits for the external_id.
      await until(async () => {
        const { rows } = await sql`select from pg_locks where not granted`.execute(here.db);
        return rows.length > 0;
      });
      await relations.insertAll(company_id, [aRelation({ vat: 'BE0403170701' })]);
      throw abandoned;
    });
    await expect(other).rejects.toBe(abandoned);
    expect(await creation).toEqual(relation);
  });
});
