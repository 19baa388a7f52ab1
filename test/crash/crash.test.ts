import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import request from 'supertest';
import { connect } from '../../src/adapters/postgres/connect';
import type { DB } from '../../src/adapters/postgres/database';
import { get, MANAGEMENT } from '../../src/composition/keys';
import { type AccessPoint, PHOSS_TOKEN, startAccessPoint } from '../support/access-point';
import { createDatabase, type TestDatabase } from '../support/database';
import { aUbl } from '../support/e-invoices';
import { A_LINE, aSender, DELIVERS } from '../support/sending';
import { BELGIAN_ADDRESS, startService, type Tenant } from '../support/service';
import { until } from '../support/until';
import { aSpare, type NodeProcess, type Spare } from './node-process';

/** How often a node under load is killed at any moment; more for a longer look. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 2);
const PATIENCE_MS = 20_000;
const TIMEOUT_MS = 120_000 + ROUNDS * 30_000;

/** Delay of the response of the access point. */
const ANSWER_MS = 120;

let database: TestDatabase;
let db: Kysely<DB>;
let point: AccessPoint;
let tenant: Tenant;
let spare: Spare;
let node: NodeProcess;
/** The rows that are expected at the end. */
let documents: number;

beforeEach(async () => {
  documents = 0;
  database = await createDatabase();
  db = connect(database.url, { pool_size: 3 });
  point = await startAccessPoint();
  // Not everything is said at once, so that a node can die in between.
  point.onSubmit = async (_res, { message_id }, usual) => {
    point.transactions.set(message_id, { status: 'sent', mlsStatus: 'pending' });
    await sleep(ANSWER_MS);
    usual();
  };
  spare = anotherSpare();
  const set_up = await startService(database.url);
  tenant = await aSender(set_up);
  await set_up.close();
  // The lease is shorter than in production.
  await sql`update pgboss.queue set expire_seconds = 1`.execute(db);
  await start();
});
afterEach(async () => {
  await node.kill();
  await spare.kill();
  await db.destroy();
  await database.drop();
  await point.close();
});

const anotherSpare = () =>
  aSpare({
    ...{ NODE_ENV: 'test', DATABASE_URL: database.url, MANAGEMENT_TOKEN: 'a-management-token-for-tests' },
    ...{ JWT_KEYS: 'test:a-key-of-at-least-thirty-two-bytes-for-tests' },
    ...{ EINVOICE_NETWORK: 'phoss', PHOSS_URL: point.url, PHOSS_TOKEN },
  });

async function start(): Promise<void> {
  node = await spare.begin();
  spare = anotherSpare();
}

/** A request to the node; undefined when it died before it answered. */
async function call(path: string, { body, key }: { body?: object; key?: string } = {}) {
  const sent = request(node.url).post(path).set('Authorization', `Bearer ${tenant.access_token}`);
  if (key !== undefined) void sent.set('Idempotency-Key', key);
  try {
    return await sent.send(body);
  } catch {
    return undefined;
  }
}

/** Repeats the request whenever the node died during it. */
const insist = (path: string, options: { body?: object; key?: string } = {}) =>
  until(async () => (await call(path, options)) ?? false, PATIENCE_MS);

async function anInvoice(): Promise<object> {
  const relation = { type: 'company', name: 'Receiver NV', address: BELGIAN_ADDRESS };
  const body = { ...relation, electronic_address: DELIVERS };
  const { body: created } = await insist('/relations?ignore_duplicate=true', { body });
  return { type: 'invoice', relation_id: created.id, lines: [A_LINE] };
}

interface Row {
  readonly sequence_number: number;
  readonly peppol_status: string;
  readonly message_ids: readonly string[];
}

/** One document each, one number, one transmission, one submission with one PDF, and nothing left to do. */
async function expectOnce(): Promise<void> {
  const rows = await until(async () => {
    const { rows } = await sql<Row>`
      select d.sequence_number, d.peppol_status,
        array(select message_id::text from transmission t where t.company_id = d.company_id and t.document_id = d.id) as message_ids
      from document d where d.company_id = ${tenant.company_id} order by d.sequence_number`.execute(db);
    const { rows: jobs } = await sql`select from pgboss.job`.execute(db);
    const is_done = rows.every(({ peppol_status }) => peppol_status === 'delivered');
    return is_done && jobs.length === 0 && rows;
  }, PATIENCE_MS);
  expect(rows.map(({ sequence_number }) => sequence_number)).toEqual(
    Array.from({ length: documents }, (_, n) => n + 1),
  );
  const submitted = point.submissions.map(({ message_id }) => message_id).sort();
  expect(submitted).toEqual(rows.flatMap(({ message_ids }) => message_ids).sort());
  expect(submitted).toHaveLength(documents);
  for (const { body } of point.submissions) expect(body.split('mimeCode="application/pdf"')).toHaveLength(2);
}

const NETWORK_TOKEN = 'a-network-token-for-tests';

/** @returns the id of a document that the company received over the network */
async function aReceivedDocument(): Promise<string> {
  const service = await startService(database.url, { NETWORK_TOKEN });
  const { body: company } = await service.manage('get', `/management/companies/${tenant.company_id}`);
  const { electronic_address } = company;
  const { body } = await request(get(service.container, MANAGEMENT))
    .post('/management/network/inbound')
    .set('Authorization', `Bearer ${NETWORK_TOKEN}`)
    .set('Content-Type', 'application/xml')
    .send(aUbl({ seller: { electronic_address: DELIVERS }, buyer: { electronic_address } }))
    .expect(201);
  await service.close();
  return body.document_id;
}

/** Responds with a question, the only status besides partial payments that may repeat. */
async function ask(document_id: string, note: string, key: string): Promise<void> {
  const body = { status: 'UQ', reasons: [{ code: 'REF' }], note };
  const { status } = await insist(`/documents/${document_id}/responses`, { body, key });
  expect(status).toBe(202);
}

/** Each response is kept once, has arrived, and was handed over once, and nothing is left to do. */
async function expectResponsesOnce(notes: readonly string[]): Promise<void> {
  const kept = await until(async () => {
    const { rows } = await sql<{ responses: { id: string; note: string; state: string }[] }>`
      select responses from document where company_id = ${tenant.company_id}`.execute(db);
    const { rows: jobs } = await sql`select from pgboss.job`.execute(db);
    const responses = rows.flatMap((row) => row.responses);
    return responses.every(({ state }) => state === 'delivered') && jobs.length === 0 && responses;
  }, PATIENCE_MS);
  expect(kept.map(({ note }) => note).sort()).toEqual([...notes].sort());
  const submitted = point.submissions.map(({ message_id }) => message_id).sort();
  expect(submitted).toEqual(kept.map(({ id }) => id).sort());
  const transmissions = await sql`
    select from transmission where company_id = ${tenant.company_id}`.execute(db);
  expect(transmissions.rows).toHaveLength(notes.length);
}

/**
 * Does something on a node that dies at its first step, then at its second … until it did not die any more, or has died
 * at as many steps as it should. Each time, the node that is started in its place has to bring it to its end.
 *
 * @returns the steps that it died at
 */
async function atEachStep(
  prepare: () => Promise<() => Promise<void>>,
  { steps_at_most = 50, expectDone = expectOnce } = {},
): Promise<string[]> {
  const died_at: string[] = [];
  for (let last_step = 1; last_step <= steps_at_most; last_step++) {
    const act = await prepare();
    await node.arm(last_step);
    const { steps } = node;
    const is_done = act().then(expectDone);
    await Promise.race([is_done, until(async () => !node.isAlive(), 2 * PATIENCE_MS)]);
    if (node.isAlive()) await sleep(1_000); // what is seen from outside may be done before its last step is
    if (node.isAlive()) break;
    died_at.push(steps.at(-1)!);
    await start();
    await is_done.catch((error: unknown) => {
      throw new Error(`It died at ${steps.at(-1)}.`, { cause: error });
    });
  }
  return died_at;
}

describe('a node that is killed', () => {
  test(
    'at any step of a creation with sending creates and sends once',
    async () => {
      const died_at = await atEachStep(async () => {
        const body = await anInvoice();
        const key = randomUUID();
        documents++;
        return async () => {
          const { status } = await insist('/documents?send_peppol=true', { body, key });
          expect(status).toBe(201);
        };
      });
      expect(died_at.map((step) => step.replace(/^\d+ /, ''))).toEqual([
        'after the look-up',
        'before the commit of an answer that is kept',
        'after the commit of an answer that is kept',
        'after a statement', // the worker has taken it
        'before a commit', // it keeps it with its PDF
        'after a commit',
        'after a statement',
        'while a message is handed over',
        'after a message was handed over',
        'before a commit',
        'after a commit',
        'after a statement', // it is taken again, to ask what came of it
        'after the network was asked',
        'before a commit',
        'after a commit',
      ]);
    },
    TIMEOUT_MS,
  );

  test(
    'at any step of a creation creates once',
    async () => {
      const died_at = await atEachStep(
        async () => {
          const body = await anInvoice();
          const key = randomUUID();
          documents++;
          return async () => {
            const created = await insist('/documents', { body, key });
            expect(created.status).toBe(201);
            const { status } = await insist(`/documents/${created.body.id}/send`);
            expect([202, 409]).toContain(status);
          };
        },
        { steps_at_most: 2 },
      );
      expect(died_at).toEqual([
        '1 before the commit of an answer that is kept',
        '2 after the commit of an answer that is kept',
      ]);
    },
    TIMEOUT_MS,
  );

  test(
    'at any step of a send sends once',
    async () => {
      const died_at = await atEachStep(
        async () => {
          const { body } = await insist('/documents', { body: await anInvoice() });
          documents++;
          return async () => {
            const { status } = await insist(`/documents/${body.id}/send`);
            expect([202, 409]).toContain(status);
          };
        },
        { steps_at_most: 3 },
      );
      expect(died_at).toEqual(['1 after the look-up', '2 before a commit', '3 after a commit']);
    },
    TIMEOUT_MS,
  );

  test(
    'at any step of a response sends it once',
    async () => {
      const id = await aReceivedDocument();
      const notes: string[] = [];
      const died_at = await atEachStep(
        async () => {
          const note = `Question ${notes.length}`;
          const key = randomUUID();
          notes.push(note);
          return () => ask(id, note, key);
        },
        { expectDone: () => expectResponsesOnce(notes) },
      );
      expect(died_at.map((step) => step.replace(/^\d+ /, ''))).toEqual([
        'after the look-up',
        'before the commit of an answer that is kept',
        'after the commit of an answer that is kept',
        'after a statement', // the worker has taken it
        'while a message is handed over',
        'after a message was handed over',
        'before a commit',
        'after a commit',
        'after a statement', // it is taken again, to ask what came of it
        'after the network was asked',
        'before a commit',
        'after a commit',
      ]);
    },
    TIMEOUT_MS,
  );

  test(
    'at any moment under load sends each response once',
    async () => {
      const id = await aReceivedDocument();
      const notes: string[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const more = Array.from({ length: 12 }, (_, n) => `Question ${round}.${n}`);
        notes.push(...more);
        const all = Promise.all(more.map((note) => ask(id, note, randomUUID())));
        await sleep(Math.random() * 600);
        await node.kill();
        await start();
        await all;
        await expectResponsesOnce(notes);
      }
    },
    TIMEOUT_MS,
  );

  test(
    'at any moment under load creates and sends each document once',
    async () => {
      const body = await anInvoice();
      for (let round = 0; round < ROUNDS; round++) {
        documents += 12;
        const all = Promise.all(
          Array.from({ length: 12 }, async () => {
            const key = randomUUID();
            const { status } = await insist('/documents?send_peppol=true', { body, key });
            expect(status).toBe(201);
          }),
        );
        await sleep(Math.random() * 600);
        await node.kill();
        await start();
        await all;
        await expectOnce();
      }
    },
    TIMEOUT_MS,
  );
});
