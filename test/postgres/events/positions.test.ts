import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { EventSequencer } from '../../../src/adapters/events/event-sequencer';
import { connect } from '../../../src/adapters/postgres/connect';
import { forCompany } from '../../../src/adapters/postgres/connections/share-of-work';
import type { DB } from '../../../src/adapters/postgres/database';
import { PostgresEventLog } from '../../../src/adapters/postgres/events/event-log';
import { PostgresUnitsOfWork } from '../../../src/adapters/postgres/units/units-of-work';
import { contentOf, FIRST_HASH, hashOf } from '../../../src/domain/events/chain';
import type { ChainedEvent } from '../../../src/domain/events/event';
import { newRelation } from '../../../src/domain/master-data/relation';
import { NO_DEADLINES } from '../../../src/ports/deadlines';
import { EventPositions } from '../../../src/use-cases/events/positions';
import { aCompany } from '../../support/companies';
import { createDatabase, type TestDatabase } from '../../support/database';
import { eventRecorder } from '../../support/event-recorder';
import { SilentLog } from '../../support/silent-log';
import { until } from '../../support/until';

const WRITERS_PER_NODE = 32;
const WRITES_PER_WRITER = 12;

let database: TestDatabase;
let nodes: Node[];
beforeEach(async () => {
  [nodes, database] = [[], await createDatabase()];
});
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await database.drop();
});

/** A process of the service, as far as events are concerned. */
function aNode(): Node {
  const db = connect(database.url, { pool_size: 12 });
  const log = new PostgresEventLog(db);
  const sequencer = new EventSequencer(new EventPositions(log), new SilentLog(), forCompany);
  const units = new PostgresUnitsOfWork(db, eventRecorder(), NO_DEADLINES, (id) => sequencer.wake(id));
  sequencer.start();
  const stop = async () => {
    await sequencer.stop();
    await db.destroy();
  };
  const node = { db, log, units, stop };
  nodes.push(node);
  return node;
}

interface Node {
  readonly db: Kysely<DB>;
  readonly log: PostgresEventLog;
  readonly units: PostgresUnitsOfWork;
  stop(): Promise<void>;
}

/** A change that was answered. Times are of one process, so that they can be compared. */
interface Written {
  readonly id: string;
  readonly began: number;
  readonly answered: number;
}

/** Creates relations one after the other, some in slow transactions. @returns those that were answered with success */
async function write(node: Node, company_id: string): Promise<Written[]> {
  const written: Written[] = [];
  for (let i = 0; i < WRITES_PER_WRITER; i++) {
    const relation = newRelation({ type: 'company', name: 'A customer' }, randomUUID(), new Date());
    const began = performance.now();
    try {
      if (i % 3 === 0) await node.units.open().createRelation(company_id, relation);
      else
        await node.units.open().transaction(async ({ relations }) => {
          await relations.insertAll(company_id, [relation], { ignore_duplicate: true });
          await sleep(Math.random() * 40);
        });
      written.push({ id: relation.id, began, answered: performance.now() });
    } catch {
      // Its connection was ended.
    }
  }
  return written;
}

/** Reads from the start by `after` until told to stop, and once more then. */
async function read(node: Node, company_id: string, isOver: () => boolean): Promise<ChainedEvent[]> {
  const seen: ChainedEvent[] = [];
  let failures = 0;
  for (let after = 0; ;) {
    const is_last = isOver();
    const page = await node.log.page(company_id, after, 50, {}).catch(() => undefined);
    for (const { body } of page?.events ?? []) seen.push(JSON.parse(body) as ChainedEvent);
    after = page?.after ?? after;
    failures = page ? 0 : failures + 1;
    if (failures > 1_000) return seen; // the database is gone, because the test has failed
    if (is_last && page && !page.has_more) return seen;
    if (!page || page.events.length === 0) await sleep(5);
  }
}

async function endConnections(db: Kysely<DB>): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and random() < 0.2`.execute(db);
}

test('readers miss nothing and see nothing twice while 64 writers on two nodes lose connections', async () => {
  aNode();
  aNode();
  const killer = connect(database.url, { pool_size: 1 });
  const company = aCompany();
  await nodes[0]!.units.open().transaction(({ companies }) => companies.insert(company));
  let is_over = false;
  const readers = nodes.flatMap((node) => [1, 2].map(() => read(node, company.id, () => is_over)));
  const kills = (async () => {
    while (!is_over) {
      await sleep(150);
      await endConnections(killer).catch(() => undefined);
    }
  })();
  let written: Written[];
  try {
    written = (
      await Promise.all(
        nodes.flatMap((node) => Array.from({ length: WRITERS_PER_NODE }, () => write(node, company.id))),
      )
    ).flat();
    await until(async () => {
      const { rows } = await sql`select from pending_event`.execute(killer).catch(() => ({ rows: [1] }));
      return rows.length === 0;
    }, 60_000);
  } finally {
    is_over = true; // also of a failed test, whose loops would go on
  }
  const [first, ...others] = await Promise.all(readers);
  await kills;

  for (const other of others) expect(other).toEqual(first);
  let before = FIRST_HASH;
  for (const [index, event] of first!.entries()) {
    expect([event.position, event.previous_hash]).toEqual([index + 1, before]);
    expect(event.hash).toBe((before = hashOf(before, contentOf(event))));
  }
  const { rows } = await sql<{ id: string }>`select id from relation`.execute(killer);
  const created = first!.map(({ resource }) => resource.id);
  expect([...created].sort()).toEqual(rows.map(({ id }) => id).sort());

  // What was answered before a request began comes before what that request does.
  const positions = new Map(created.map((id, index) => [id, index]));
  const by_answer = [...written].sort((a, b) => a.answered - b.answered);
  let latest = -1;
  let next = 0;
  for (const { id, began } of [...written].sort((a, b) => a.began - b.began)) {
    for (; next < by_answer.length && by_answer[next]!.answered < began; next++)
      latest = Math.max(latest, positions.get(by_answer[next]!.id)!);
    expect(positions.get(id)!).toBeGreaterThan(latest);
  }
  expect(written.length).toBeGreaterThan(WRITERS_PER_NODE);
  await killer.destroy();
}, 60_000);

test('a node that ends leaves no event without a position', async () => {
  const [dying, living] = [aNode(), aNode()];
  const company = aCompany();
  await dying.units.open().transaction(({ companies }) => companies.insert(company));
  // As if the process had ended between the commit and the next look: nobody wakes a sequencer.
  const forgetful = new PostgresUnitsOfWork(dying.db, eventRecorder());
  const relation = newRelation({ type: 'company', name: 'A customer' }, randomUUID(), new Date());
  await forgetful.open().createRelation(company.id, relation);
  const { events } = await until(async () => {
    const page = await living.log.page(company.id, 0, 10, {});
    return page.events.length > 0 && page;
  });
  expect(events.map(({ resource_id }) => resource_id)).toEqual([relation.id]);
});
