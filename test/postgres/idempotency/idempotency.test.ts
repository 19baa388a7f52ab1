import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import request from 'supertest';
import { z } from 'zod';
import { createApp } from '../../../src/adapters/http/app';
import type { App } from '../../../src/adapters/http/request';
import { queryFlag } from '../../../src/adapters/http/schemas/schemas';
import { type Route, route } from '../../../src/adapters/http/route';
import { connect } from '../../../src/adapters/postgres/connect';
import { inDoubt } from '../../../src/adapters/postgres/connections/doubt';
import type { DB } from '../../../src/adapters/postgres/database';
import { findStoredResponse } from '../../../src/adapters/postgres/idempotency/stored-response';
import { packedResponses } from '../../../src/adapters/postgres/idempotency/response-batch';
import { PostgresIdempotency } from '../../../src/adapters/postgres/idempotency/idempotency';
import { PostgresUnitsOfWork } from '../../../src/adapters/postgres/units/units-of-work';
import { DomainError } from '../../../src/domain/errors';
import { aCompany } from '../../support/companies';
import { createDatabase, type TestDatabase } from '../../support/database';
import { aCaller, authenticateAs } from '../../support/http-kit';
import { until } from '../../support/raw-http';
import { SettableClock } from '../../support/settable-clock';
import { SilentLog } from '../../support/silent-log';
import { WireProxy } from '../../support/wire-proxy';
import { eventRecorder } from '../../support/event-recorder';

const HOUR_MS = 3_600_000;
const WAIT_MS = 1_500;

let database: TestDatabase;
let proxy: WireProxy;
let db: Kysely<DB>;
let first: Node;
let second: Node;
const clock = new SettableClock();
const tenant = aCompany();
const other_tenant = aCompany();
const scope = aCaller().scope;
const authenticate = authenticateAs({
  full: aCaller({ client_id: 'one', company_id: tenant.id, scope }),
  colleague: aCaller({ client_id: 'two', company_id: tenant.id, scope }),
  stranger: aCaller({ client_id: 'one', company_id: other_tenant.id, scope }),
});

/** A callback in the creation of a company, between the row and the response. */
let meanwhile: () => Promise<void> = async () => undefined;
let runs = 0;
/** What is checked before anything is written. */
let check: () => void = () => undefined;

interface Node {
  readonly app: App;
  readonly db: Kysely<DB>;
  readonly log: SilentLog;
  readonly idempotency: PostgresIdempotency;
}

function startNode(url: string): Node {
  const log = new SilentLog();
  const node = connect(url, { pool_size: 6 });
  const units = new PostgresUnitsOfWork(node, eventRecorder());
  const idempotency = new PostgresIdempotency(node, units, clock, WAIT_MS);
  const create = (path: string, method: 'post' | 'put', spec: { has_effect?: boolean } = {}): Route =>
    route({
      method,
      path,
      access: 'relation:create',
      query: z.strictObject({ loud: queryFlag.optional() }),
      body: z.strictObject({ name: z.string() }),
      status: 201,
      response: z.object({ id: z.string(), name: z.string() }),
      location: ({ id }: { id: string }) => `${path}/${id}`,
      handle: async ({ unit, body }) => {
        check();
        const company = aCompany({ name: body.name, version: 3 });
        return unit.transaction(async ({ companies }) => {
          runs++;
          await companies.insert(company);
          await meanwhile();
          return company;
        });
      },
      ...spec,
    });
  const forget = route({
    method: 'post',
    path: '/forgotten',
    access: 'relation:delete',
    status: 204,
    response: 'none',
    handle: ({ unit }) => unit.transaction(async () => void runs++),
  });
  const altered = route({
    method: 'post',
    path: '/altered',
    access: 'relation:create',
    response: z.object({ id: z.string() }),
    handle: async ({ unit }) => ({ ...(await unit.transaction(async () => ({ id: 'written' }))) }),
  });
  const routes = [
    altered,
    create('/things', 'post'),
    create('/others', 'post'),
    create('/things', 'put'),
    create('/previews', 'post', { has_effect: false }),
    forget,
  ];
  return { app: createApp({ routes, authenticate, log, idempotency, units }), db: node, log, idempotency };
}

beforeAll(async () => {
  database = await createDatabase();
  proxy = await WireProxy.start(database.url);
  db = connect(database.url, { pool_size: 2 });
  await new PostgresUnitsOfWork(db, eventRecorder()).open().transaction(async ({ companies }) => {
    await companies.insert(tenant);
    await companies.insert(other_tenant);
  });
  [first, second] = [startNode(proxy.url), startNode(database.url)];
});
beforeEach(() => {
  meanwhile = async () => undefined;
  check = () => undefined;
  runs = 0;
});
afterAll(async () => {
  for (const { db: one } of [first, second]) await one.destroy();
  await db.destroy();
  await proxy.stop();
  await database.drop();
});

function post(
  node: Node,
  key: string | undefined,
  {
    name = 'A thing',
    path = '/things',
    method = 'post',
    who = 'full',
    body,
  }: {
    name?: string;
    path?: string;
    method?: 'post' | 'put' | 'patch';
    who?: string;
    body?: string | undefined;
  } = {},
) {
  const call = request(node.app)[method](path).set('Authorization', `Bearer ${who}`).type('json');
  if (key !== undefined) void call.set('Idempotency-Key', key);
  return call.send(body ?? JSON.stringify({ name }));
}
const named = async (name: string) =>
  Number(
    (await sql<{ n: string }>`select count(*) as n from company where name = ${name}`.execute(db)).rows[0]!.n,
  );
const kept = async (key: string) =>
  Number(
    (await sql<{ n: string }>`select count(*) as n from idempotency_key where key = ${key}`.execute(db))
      .rows[0]!.n,
  );
const answer = ({ status, text, headers }: request.Response) => [
  status,
  text,
  headers.location,
  headers.etag,
];

describe('a request under an Idempotency-Key', () => {
  test('takes effect once, with the same response on every node', async () => {
    const [key, name] = [randomUUID(), randomUUID()];
    const original = await post(first, key, { name });
    expect(original.status).toBe(201);
    expect(original.headers).toMatchObject({ etag: '"3"', location: `/things/${original.body.id}` });
    expect(original.headers).not.toHaveProperty('idempotency-replayed');
    for (const node of [first, second]) {
      const replay = await post(node, key, { name });
      expect(answer(replay)).toEqual(answer(original));
      expect(replay.headers['idempotency-replayed']).toBe('true');
      expect(replay.headers['x-request-id']).not.toBe(original.headers['x-request-id']);
    }
    expect([runs, await named(name)]).toEqual([1, 1]);
  });

  test('with a response without a body has the same replay', async () => {
    const forget = () =>
      request(second.app)
        .post('/forgotten')
        .set({ Authorization: 'Bearer full', 'Idempotency-Key': 'empty' });
    const original = await forget();
    const replay = await forget();
    expect([original.status, replay.status, replay.text, replay.headers['idempotency-replayed']]).toEqual([
      204,
      204,
      '',
      'true',
    ]);
    expect(runs).toBe(1);
  });

  test('fails when its use case returns another value than its write', async () => {
    const { status } = await post(first, randomUUID(), { path: '/altered', body: '' });
    expect(status).toBe(500);
  });

  test.each([
    ['to one node', () => [first, first, first, first, first, first, first, first]],
    ['to two', () => [first, second, first, second, first, second, first, second]],
  ])('sent eight times concurrently %s takes effect once', async (_where, nodes) => {
    const [key, name] = [randomUUID(), randomUUID()];
    meanwhile = () => new Promise((resolve) => setTimeout(resolve, 100));
    const answers = await Promise.all(nodes().map((node) => post(node, key, { name })));
    expect(new Set(answers.map((one) => answer(one).join()))).toHaveProperty('size', 1);
    expect(answers[0]!.status).toBe(201);
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(7);
    expect([runs, await named(name)]).toEqual([1, 1]);
  });

  test.each([
    ['body', { body: '{"name":"A thing "}' }],
    ['bytes of the body, with equal JSON', { body: '{"name": "A thing"}' }],
    ['path', { path: '/others' }],
    ['query', { path: '/things?loud=true' }],
  ])('that differs in its %s is refused', async (_what, difference) => {
    const key = randomUUID();
    expect((await post(first, key)).status).toBe(201);
    const { status, body } = await post(second, key, difference);
    expect([status, body.error.code]).toEqual([422, 'idempotency_key_reused']);
    expect(runs).toBe(1);
  });

  test.each([
    ['client', 'colleague'],
    ['company', 'stranger'],
  ])('of another %s is a separate request', async (_who, who) => {
    const key = randomUUID();
    const original = await post(first, key);
    const { status, body } = await post(second, key, { who });
    expect(status).toBe(201);
    expect(body.id).not.toBe(original.body.id);
    expect(runs).toBe(2);
  });

  test('that fails because the first one took effect is a replay, also within the same millisecond', async () => {
    const [key, name] = [randomUUID(), randomUUID()];
    const original = await post(first, key, { name });
    check = () => {
      throw new DomainError('already_sent', 'It was sent already.');
    };
    const replay = await post(second, key, { name }); // the clock of the test stands still
    expect(answer(replay)).toEqual(answer(original));
    expect(replay.headers['idempotency-replayed']).toBe('true');
  });

  test('whose commit is in doubt is a replay when another one has stored the response', async () => {
    const asked = {
      company_id: tenant.id,
      client_id: 'one',
      key: randomUUID(),
      fingerprint: '00'.repeat(32),
    };
    const responseOf = (result: unknown) => ({ status: 200, headers: {}, body: String(result) });
    const outcome = first.idempotency.once(
      asked,
      async () => {
        // The server crashes during the commit: the write is lost, and another node can acquire the key.
        await second.idempotency.once(asked, (unit) => unit.transaction(async () => 'another'), responseOf);
        throw inDoubt(new Error('on purpose'));
      },
      responseOf,
    );
    expect(await outcome).toEqual({ status: 200, headers: {}, body: 'another', replayed: true });
  });

  test('that fails leaves neither an effect nor the key', async () => {
    const [key, name] = [randomUUID(), randomUUID()];
    meanwhile = async () => {
      throw new DomainError('invalid_amount', 'Too little.');
    };
    const refused = await post(first, key, { name });
    expect([refused.status, refused.body.error.code]).toEqual([422, 'invalid_amount']);
    expect([await named(name), await kept(key)]).toEqual([0, 0]);
    meanwhile = async () => undefined;
    const again = await post(second, key, { name: 'corrected' });
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, undefined]);
  });

  test.each([
    ['here', () => first],
    ['elsewhere', () => second],
  ])('whose first attempt fails %s while it waits takes effect', async (_where, node) => {
    const [key, name] = [randomUUID(), randomUUID()];
    let fail: (error: Error) => void = () => undefined;
    meanwhile = () => (runs === 1 ? new Promise((_, reject) => (fail = reject)) : Promise.resolve());
    const original = post(first, key, { name }).then((response) => response);
    await until(() => runs === 1, 'the first');
    const waiting = post(node(), key, { name }).then((response) => response);
    await new Promise((resolve) => setTimeout(resolve, 100));
    fail(new Error('on purpose'));
    expect((await original).status).toBe(500);
    expect([(await waiting).status, runs, await named(name)]).toEqual([201, 2, 1]);
  });

  test.each([
    ['here', () => first],
    ['elsewhere', () => second],
  ])('whose first attempt is pending %s is refused after a wait', async (_where, node) => {
    const [key, name] = [randomUUID(), randomUUID()];
    let release: () => void = () => undefined;
    meanwhile = () => new Promise((resolve) => (release = resolve));
    const original = post(first, key, { name }).then((response) => response);
    await until(() => runs === 1, 'the first');
    const started = performance.now();
    const { status, body, headers } = await post(node(), key, { name });
    expect([status, body.error.code, headers['retry-after']]).toEqual([409, 'idempotency_in_progress', '1']);
    expect(performance.now() - started).toBeGreaterThan(WAIT_MS - 50);
    expect(performance.now() - started).toBeLessThan(WAIT_MS + 1_500);
    release();
    expect((await original).status).toBe(201);
    expect([runs, await named(name)]).toEqual([1, 1]);
  });

  test('takes no connection of the pool while it waits for another request of its node', async () => {
    const key = randomUUID();
    let release: () => void = () => undefined;
    meanwhile = () => new Promise((resolve) => (release = resolve));
    const waiting = Array.from({ length: 20 }, () => post(second, key).then((response) => response));
    await until(() => runs === 1, 'the first');
    const started = performance.now();
    meanwhile = async () => undefined;
    expect((await post(second, randomUUID())).status).toBe(201);
    expect(performance.now() - started).toBeLessThan(WAIT_MS / 2);
    release();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(runs).toBe(2);
  });

  test('takes effect again after 24 hours, by the business clock', async () => {
    const key = randomUUID();
    const original = await post(first, key);
    clock.advance(24 * HOUR_MS);
    expect((await post(second, key)).body.id).toBe(original.body.id);
    clock.advance(1);
    const anew = await post(second, key, { name: 'another body, even' });
    expect([anew.status, anew.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expect((await post(first, key, { name: 'another body, even' })).body.id).toBe(anew.body.id);
    expect(await kept(key)).toBe(1);
  });

  test('has the response that a node of the previous release stored in its row, whatever batch it was in', async () => {
    const [key, day_ago] = [randomUUID(), new Date(clock.now().getTime() - 23 * HOUR_MS)];
    const kept_by = { company_id: tenant.id, client_id: 'one', key };
    const content = packedResponses([{ response: { status: 201, headers: {}, body: '"yesterday"' } }]);
    // Such a node replaces an expired row without its new columns.
    await sql`
      insert into idempotency_key (
        company_id, client_id, key, fingerprint, created_at, status, headers, body,
        batch_id, batch_position, computed_value, batch_content
      ) values (
        ${tenant.id}, 'one', ${key}, '', ${clock.now()}, 200, '{}', '"today"',
        ${randomUUID()}, 0, 'null', ${content}
      )`.execute(db);
    expect((await findStoredResponse(db, kept_by, day_ago))?.response).toEqual({
      status: 200,
      headers: {},
      body: '"today"',
    });
  });

  test('is deleted by the sweep when it has expired', async () => {
    const [old, young] = [randomUUID(), randomUUID()];
    await post(first, old);
    clock.advance(12 * HOUR_MS);
    await post(first, young);
    clock.advance(13 * HOUR_MS);
    await sql`insert into idempotency_key (company_id, client_id, key, fingerprint, status, created_at)
      select ${tenant.id}, 'one', 'many ' || n, '', 204, ${new Date(0)} from generate_series(1, 2500) n`.execute(
      db,
    );
    expect(await first.idempotency.sweep()).toBeGreaterThan(2_500);
    expect([await kept(old), await kept(young), await first.idempotency.sweep()]).toEqual([0, 1, 0]);
  });
});

describe('an Idempotency-Key', () => {
  test.each([
    ['nothing', ''],
    ['256 characters', 'x'.repeat(256)],
    ['a letter beyond ASCII', 'clé'],
    ['a control character', 'a\tb'],
  ])('of %s is a validation error, and nothing is stored', async (_what, key) => {
    const { status, body } = await post(first, key);
    expect([status, body.error.code]).toEqual([422, 'validation_error']);
    expect(runs).toBe(0);
  });

  test('given twice is a validation error', async () => {
    const { status, body } = await request(first.app)
      .post('/things')
      .set({ Authorization: 'Bearer full', 'Idempotency-Key': ['a', 'a'] })
      .send({ name: 'x' });
    expect([status, body.error?.code]).toEqual([422, 'validation_error']);
  });

  test.each([
    ['255 characters', 'x'.repeat(255)],
    ['any signs', `"~!@'; drop table company; --`],
  ])('may have %s', async (_what, key) => {
    expect((await post(first, key)).status).toBe(201);
    expect((await post(second, key)).headers['idempotency-replayed']).toBe('true');
  });

  test.each([
    ['a PUT', { method: 'put' as const }],
    ['a POST without an effect', { path: '/previews' }],
  ])('is ignored on %s', async (_what, difference) => {
    expect((await post(first, '', difference)).status).toBe(201);
  });

  test('is checked after the request itself', async () => {
    const key = randomUUID();
    expect((await post(first, key, { body: '{}' })).status).toBe(422);
    expect((await post(first, key)).status).toBe(201);
  });
});

describe('a node that crashes', () => {
  test('within the transaction stores nothing; the retry takes effect', async () => {
    const [key, name] = [randomUUID(), randomUUID()];
    meanwhile = async () => {
      if (runs === 1) proxy.cut();
      await new Promise((resolve) => setTimeout(resolve, 20));
    };
    const { status, body, headers } = await post(first, key, { name });
    expect([status, body.error.code, headers['retry-after']]).toEqual([500, 'internal_error', '2']);
    expect([await named(name), await kept(key)]).toEqual([0, 0]);
    expect((await post(second, key, { name })).status).toBe(201);
    expect(await named(name)).toBe(1);
  });

  test('during the commit, or loses its connection: the outcome is looked up, and the write takes effect once', async () => {
    const [key, name] = [randomUUID(), randomUUID()];
    proxy.onCommit = 'cut, then pass on';
    const original = await post(first, key, { name });
    expect([original.status, original.headers['idempotency-replayed'], original.headers.etag]).toEqual([
      201,
      undefined,
      '"3"',
    ]);
    const replay = await post(second, key, { name });
    expect(answer(replay)).toEqual(answer(original));
    expect([runs, await named(name)]).toEqual([1, 1]);
  });

  test('during a replay leaves nothing, since a replay commits nothing', async () => {
    const [key, name] = [randomUUID(), randomUUID()];
    const original = await post(first, key, { name });
    const { commits } = proxy;
    const replay = await post(first, key, { name });
    expect(answer(replay)).toEqual(answer(original));
    expect(replay.headers['idempotency-replayed']).toBe('true');
    expect(proxy.commits).toBe(commits);
  });

  test('before the commit arrives: nothing is stored, also with an expired response', async () => {
    const [key, name] = [randomUUID(), randomUUID()];
    await post(first, key, { name });
    clock.advance(24 * HOUR_MS + 1);
    proxy.onCommit = 'cut';
    const { status, headers } = await post(first, key, { name });
    expect([status, headers['retry-after']]).toEqual([500, '2']);
    expect(await named(name)).toBe(1);
  });
});
