import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import http from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CHECKPOINTS,
  DATABASE,
  EVENT_LOG,
  get,
  MANAGEMENT,
  STORAGE,
  STORED_LOG,
} from '../../src/composition/keys';
import { aLog, anEvent, numbers } from '../support/chains';
import { EventPositions } from '../../src/use-cases/events/positions';
import { createDatabase, type TestDatabase } from '../support/database';
import { insertLog } from '../support/event-rows';
import { ALL_PERMISSIONS, callOf, oneOfEach, tokenFor } from '../support/every-route';
import { aSender } from '../support/sending';
import { until } from '../support/until';
import { aTenant, MANAGEMENT_TOKEN, type Service, startService, type Tenant } from '../support/service';

let database: TestDatabase;
let service: Service;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

interface Report {
  readonly events: number;
  readonly head: { readonly position: number; readonly hash: string };
  readonly faults: readonly { readonly position: number; readonly reason: string }[];
}

async function verify({ company_id }: Pick<Tenant, 'company_id'>): Promise<Report> {
  const path = `/management/companies/${company_id}/events/verify`;
  return (await service.manage('get', path).expect(200)).body as Report;
}
const db = () => get(service.container, DATABASE);

async function theFile(attachment_id: string) {
  const [file] = await db()
    .selectFrom('attachment')
    .select(['key', 'size', 'sha256'])
    .where('id', '=', attachment_id)
    .execute();
  return { storage: get(service.container, STORAGE), ...file!, size: Number(file!.size) };
}

describe('the verification of a company with one of each resource, changed and deleted', () => {
  let tenant: Tenant;
  let ids: Readonly<Record<string, string>>;
  beforeAll(async () => {
    tenant = await aSender(service);
    const call = callOf(service, tokenFor(service, tenant, ALL_PERMISSIONS));
    ids = await oneOfEach(call);
    const { relations, documents, journals, brandings } = ids;
    const locations = `/relations/${relations}/delivery-locations`;
    await call('patch', `${locations}/${ids['delivery-locations']}`).send({ name: 'Changed' }).expect(200);
    await call('patch', `/relations/${relations}`).send({ note: 'Changed' }).expect(200);
    await call('patch', `/journals/${journals}`).send({ name: 'Changed' }).expect(200);
    await call('patch', `/brandings/${brandings}`).send({ header: 'Changed' }).expect(200);
    await call('patch', `/documents/${documents}`).send({ note: 'Changed' }).expect(200);
    await call('post', `/documents/${documents}/send`).expect(202);
    const others = await oneOfEach(call);
    await call('delete', `/documents/${others.documents}/attachments/${others.attachments}`).expect(204);
    await call('delete', `/documents/${others.documents}/payments/${others.payments}`).expect(204);
    await call('delete', `/documents/${others.invoices}`).expect(204);
    await call('delete', `/documents/${others.documents}`).expect(204);
    await call('delete', `/relations/${others.relations}`);
    await call('delete', `/journals/${others.journals}`).expect(204);
    await call('delete', `/brandings/${others.brandings}`).expect(204);
    await call('delete', `/bank-accounts/${others['bank-accounts']}`).expect(204);
  });

  test('finds no fault, while the log grows too', async () => {
    for (let round = 0; round < 3; round++) {
      const changes = numbers(5).map((number) =>
        tenant.patch(`/relations/${ids.relations}`, { note: `Note ${round} ${number}` }),
      );
      const [report] = await Promise.all([verify(tenant), ...changes]);
      expect(report.faults).toEqual([]);
    }
    const report = await verify(tenant);
    const head = await get(service.container, EVENT_LOG).head(tenant.company_id);
    expect(report).toEqual({
      events: head.position,
      head: { position: head.position, hash: head.hash },
      faults: [],
    });
    expect(report.events).toBeGreaterThan(20);
  });

  test.each([
    ['altered', 'another text'],
    ['missing', undefined],
  ])('names the event of an attachment whose file is %s', async (_what, text) => {
    const { storage, key, size, sha256 } = await theFile(ids['attachments']!);
    const before = await buffer((await storage.open(key, { size, sha256 }))!);
    const replace = async (bytes: Uint8Array | undefined) => {
      await storage.delete(key);
      if (bytes) await storage.put(key, Readable.from([bytes]));
    };
    const filter = { resource_id: ids['attachments']! };
    const { events } = await get(service.container, EVENT_LOG).page(tenant.company_id, 0, 1_000, filter);
    await replace(text === undefined ? undefined : Buffer.from(text));
    try {
      const reason = 'The file of the attachment is missing, or not what was stored.';
      expect((await verify(tenant)).faults).toEqual([{ position: events.at(-1)!.position, reason }]);
    } finally {
      await replace(before);
    }
  });

  test.each([
    ['document', 'documents', `buyer = jsonb_set(buyer::jsonb, '{name}', '"Another"')`],
    ['attachment', 'attachments', `sha256 = repeat('0', 64)`],
    ['relation', 'relations', `note = 'altered'`],
    ['delivery_location', 'delivery-locations', `name = 'altered'`],
    ['bank_account', 'bank-accounts', `name = 'altered'`],
    ['journal', 'journals', `name = 'altered'`],
    ['branding', 'brandings', `header = 'altered'`],
  ])(
    'names the latest event of a %s that was altered, and of one that was removed',
    async (type, key, change) => {
      const id = ids[key]!;
      const filter = { resource_id: id };
      const { events } = await get(service.container, EVENT_LOG).page(tenant.company_id, 0, 1_000, filter);
      const { position } = events.at(-1)!;
      const company_id = tenant.company_id;
      const where = sql`where company_id = ${company_id} and id = ${id}`;
      // One session without triggers, so that foreign keys do not prevent the removal.
      const altered = async (statement: ReturnType<typeof sql>) => {
        await sql`create table before_change as select * from ${sql.table(type)} ${where}`.execute(db());
        const run = (...statements: ReturnType<typeof sql>[]) =>
          db()
            .transaction()
            .execute(async (trx) => {
              await sql`set local citus.propagate_set_commands = 'local'`.execute(trx); // to the workers of a cluster
              await sql`set local session_replication_role = replica`.execute(trx);
              for (const one of statements) await one.execute(trx);
            });
        await run(statement);
        try {
          return (await verify(tenant)).faults;
        } finally {
          const columns = await sql<{
            column_name: string;
          }>`select column_name from information_schema.columns
          where table_name = ${type} and table_schema = 'public' and is_generated = 'NEVER'`.execute(db());
          const names = sql.join(columns.rows.map(({ column_name }) => sql.ref(column_name)));
          await run(
            sql`delete from ${sql.table(type)} ${where}`,
            sql`insert into ${sql.table(type)} (${names}) select ${names} from before_change`,
          );
          await sql`drop table before_change`.execute(db());
        }
      };
      expect(await altered(sql`update ${sql.table(type)} set ${sql.raw(change)} ${where}`)).toEqual([
        { position, reason: `The ${type} is not what its latest event says.` },
      ]);
      expect(await altered(sql`delete from ${sql.table(type)} ${where}`)).toContainEqual({
        position,
        reason: `The ${type} does not exist.`,
      });
      expect((await verify(tenant)).faults).toEqual([]);
    },
  );
});

describe('the verification of a log', () => {
  let tenant: Tenant;
  let company_id: string;
  beforeEach(async () => {
    tenant = await aTenant(service);
    ({ company_id } = tenant);
    const log = get(service.container, EVENT_LOG);
    await new EventPositions(log).give(company_id);
    const { position, hash } = await log.head(company_id);
    const resource = { type: 'client', id: 'a client', version: 1 } as const;
    const members = { resource, type: 'client.updated', digest: null } as const;
    const more = numbers(2_100 - position).map((number) => anEvent(number, members));
    await insertLog(db(), company_id, aLog(more, { position, hash }));
    await get(service.container, CHECKPOINTS).sign();
  });
  const run = (text: string) => sql.raw(text.replaceAll('$company', `'${company_id}'`)).execute(db());

  test('counts its events and finds no fault', async () => {
    expect(await verify(tenant)).toMatchObject({ events: 2_100, head: { position: 2_100 }, faults: [] });
  });

  test.each([
    [
      'an altered body',
      `update event set body = replace(body, '121.00', '1.00') where company_id = $company and position = 700`,
      [{ position: 700, reason: 'content is not the digest of the event.' }],
    ],
    [
      'a removed row',
      'delete from event where company_id = $company and position = 700',
      [{ position: 700, reason: 'The event is missing.' }],
    ],
    [
      'a row after the head',
      `insert into event select company_id, 2101, gen_random_uuid(), type, resource_id, content, hash, body
       from event where company_id = $company and position = 2100`,
      [{ position: 2_101, reason: 'The event follows the head of the chain.' }],
    ],
    [
      'a row before the first',
      `insert into event select company_id, 0, gen_random_uuid(), type, resource_id, content, hash, body
       from event where company_id = $company and position = 2100`,
      [
        { position: 0, reason: 'The position follows position 0.' },
        { position: 0, reason: 'The event has another position.' },
        { position: 1, reason: 'previous_hash is not the hash of the event before.' },
      ],
    ],
    [
      'an altered head',
      `update event_head set hash = repeat('0', 64) where company_id = $company`,
      [{ position: 2_100, reason: 'The head of the chain has another hash than the event.' }],
    ],
    [
      'an altered checkpoint',
      `update event_checkpoint set hash = repeat('0', 64) where company_id = $company and position = 1000`,
      [{ position: 1_000, reason: 'The signature of the checkpoint is not valid.' }],
    ],
    [
      'the first checkpoint after an end that was cut off together with the head',
      `with cut as (delete from event where company_id = $company and position > 900)
       update event_head h set position = e.position, hash = encode(e.hash, 'hex')
       from event e where h.company_id = $company and e.company_id = $company and e.position = 900`,
      [{ position: 1_000, reason: 'The event of the checkpoint is missing.' }],
    ],
    [
      'the first checkpoint of a log that was deleted with its head',
      `with cut as (delete from event where company_id = $company)
       delete from event_head where company_id = $company`,
      [{ position: 1_000, reason: 'The event of the checkpoint is missing.' }],
    ],
  ])('names the position of %s', async (_what, statement, faults) => {
    await run(statement);
    expect((await verify(tenant)).faults).toEqual(faults);
  });

  test('finds no fault when the log gets a checkpoint after the verification began', async () => {
    const stored = get(service.container, STORED_LOG);
    const rows = stored.rows.bind(stored);
    const growing = jest.spyOn(stored, 'rows').mockImplementationOnce(async (...page) => {
      const head = await get(service.container, EVENT_LOG).head(company_id);
      const more = numbers(900).map((number) => anEvent(10_000 + number));
      await insertLog(db(), company_id, aLog(more, head));
      await get(service.container, CHECKPOINTS).sign();
      return rows(...page);
    });
    try {
      const report = await verify(tenant);
      expect(report).toMatchObject({ events: 2_100, head: { position: 2_100 }, faults: [] });
    } finally {
      growing.mockRestore();
    }
    const { body } = await tenant.get('/events/checkpoints?after=2100').expect(200);
    expect(body.data).toMatchObject([{ position: 3_000 }]);
  });

  test('names both positions of swapped rows', async () => {
    await run(`update event set position = case position when 700 then -1300 else -700 end
      where company_id = $company and position in (700, 1300)`);
    await run('update event set position = -position where company_id = $company and position < 0');
    const positions = (await verify(tenant)).faults.map(({ position }) => position);
    expect(positions).toEqual(expect.arrayContaining([700, 1_300]));
  });

  test('names a checkpoint when the whole chain was written anew', async () => {
    const rows = await get(service.container, STORED_LOG).rows(company_id, 0, 10_000, 10_000);
    const events = rows.map(({ body }) => {
      const { position: _p, previous_hash: _h, hash: _c, ...event } = JSON.parse(body);
      return { ...event, data: {} };
    });
    await run('delete from event where company_id = $company');
    await insertLog(db(), company_id, aLog(events));
    expect((await verify(tenant)).faults.slice(0, 2)).toEqual([
      { position: 1_000, reason: 'The checkpoint has another hash than the event.' },
      { position: 2_000, reason: 'The checkpoint has another hash than the event.' },
    ]);
  });

  test('reports the first 100 faults', async () => {
    await run(`update event set body = replace(body, '121.00', '1.00') where company_id = $company`);
    const { events, faults } = await verify(tenant);
    expect([events, faults.length]).toEqual([2_100, 100]);
  });
});

test('the verification stops when its caller disconnects', async () => {
  const { company_id } = await aTenant(service);
  const stored = get(service.container, STORED_LOG);
  const rows = jest.spyOn(stored, 'rows').mockImplementation(async (_company, after) => {
    await sleep(5);
    const position = Math.max(0, after);
    const [row] = aLog([anEvent(position + 1)], { position, hash: '0'.repeat(64) });
    return [{ ...row!, is_latest: false }];
  });
  const server = http.createServer(get(service.container, MANAGEMENT)).listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const path = `/management/companies/${company_id}/events/verify`;
    const headers = { authorization: `Bearer ${MANAGEMENT_TOKEN}` };
    const call = http.get({ host: '127.0.0.1', port, path, headers }).on('error', () => undefined);
    await until(async () => rows.mock.calls.length > 5);
    call.destroy();
    await sleep(100);
    const calls = rows.mock.calls.length;
    await sleep(200);
    expect(rows.mock.calls.length).toBe(calls);
  } finally {
    rows.mockRestore();
    await new Promise((resolve) => server.close(resolve));
  }
});

test('an unknown company is not found', async () => {
  await service.manage('get', `/management/companies/${randomUUID()}/events/verify`).expect(404);
});
