import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { PostgresClientRepository } from '../../../src/adapters/postgres/access/client-repository';
import { connect } from '../../../src/adapters/postgres/connect';
import type { DB } from '../../../src/adapters/postgres/database';
import { failureOf } from '../../../src/adapters/postgres/failures';
import { aManagedClient } from '../../support/managed-clients';
import { createDatabase, type TestDatabase } from '../../support/database';

let database: TestDatabase;
let db: Kysely<DB>;
let clients: PostgresClientRepository;

beforeAll(async () => {
  database = await createDatabase();
  db = connect(database.url, { pool_size: 4 });
  clients = new PostgresClientRepository(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const company_id = randomUUID();
const at = (ms: number) => new Date(Date.UTC(2026, 6, 1) + ms);

describe('the client repository', () => {
  test('gives back what was stored', async () => {
    const client = aManagedClient({
      client_id: 'webshop',
      company_id,
      permissions: {
        document: ['create', 'read'],
        relation: [],
        bank_account: [],
        journal: ['read'],
        branding: [],
      },
      previous_secret_hash: 'an older hash',
      previous_secret_expires_at: at(5),
    });
    await clients.insert(client);
    expect(await clients.find('webshop')).toEqual(client);
    expect(await clients.find('Webshop')).toBeUndefined();
  });

  test('holds an id of 64 characters outside the basic plane', async () => {
    const client = aManagedClient({ client_id: '🧾'.repeat(64), company_id: randomUUID() });
    await clients.insert(client);
    expect(await clients.find(client.client_id)).toEqual(client);
  });

  test('refuses an id that is taken, by a client of whatever company', async () => {
    await clients.insert(aManagedClient({ client_id: 'taken', company_id: randomUUID() }));
    const second = clients.insert(aManagedClient({ client_id: 'taken', company_id: randomUUID() }));
    expect(failureOf(await second.catch((error: unknown) => error))).toMatchObject({
      code: 'validation_error',
      message: 'client_id: is taken',
    });
  });

  test('changes nothing but the client that is named', async () => {
    const [changed, other] = ['changed', 'other'].map((client_id) =>
      aManagedClient({ client_id, company_id: randomUUID() }),
    );
    await clients.insert(changed!);
    await clients.insert(other!);
    const next = { ...changed!, active: false, secret_hash: 'a newer hash', version: 2 };
    await clients.save(changed!, next);
    expect(await clients.find('changed')).toEqual(next);
    expect(await clients.find('other')).toEqual(other);
  });

  test('pages through the clients of one company, ties by client_id', async () => {
    const shop = randomUUID();
    for (const client_id of ['b', 'a', 'C', 'é'])
      await clients.insert(aManagedClient({ client_id, company_id: shop }));
    await clients.insert(aManagedClient({ client_id: 'd', company_id: randomUUID() }));

    const first = await clients.list(shop, {}, { sort: 'created_at', limit: 3 });
    expect(first.data.map(({ client_id }) => client_id)).toEqual(['C', 'a', 'b']);
    const second = await clients.list(shop, {}, { sort: 'created_at', limit: 3, after: first.next! });
    expect(second.data.map(({ client_id }) => client_id)).toEqual(['é']);
    expect(second.next).toBeNull();
  });

  test('knows and forgets failed secrets of the clients that are named', async () => {
    const windows = { counted: at(1), other: at(2) };
    for (const [client_id, window_started_at] of Object.entries(windows)) {
      await db.insertInto('failed_attempt').values({ client_id, window_started_at, count: 3 }).execute();
    }
    expect(await clients.failedAttempts(['counted', 'nobody'])).toEqual(
      new Map([['counted', { window_started_at: at(1), count: 3 }]]),
    );
    await clients.forgetFailedAttempts('counted');
    expect([...(await clients.failedAttempts(['counted', 'other'])).keys()]).toEqual(['other']);
    expect(await clients.failedAttempts([])).toEqual(new Map());
  });

  test('deletes the refresh token of the client that is named', async () => {
    for (const client_id of ['with-token', 'also-with-token']) {
      await clients.insert(aManagedClient({ client_id, company_id }));
      await db
        .insertInto('refresh_token')
        .values({
          family: randomUUID(),
          client_id,
          generation: 0,
          token_hash: Buffer.alloc(32),
          used_at: [],
        })
        .execute();
    }
    await clients.deleteRefreshToken('with-token');
    expect(await db.selectFrom('refresh_token').select('client_id').execute()).toEqual([
      { client_id: 'also-with-token' },
    ]);
  });
});
