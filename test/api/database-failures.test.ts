import request from 'supertest';
import { createLog } from '../../src/adapters/log/logger';
import { requestScope } from '../../src/adapters/http/request-scope';
import { LOG } from '../../src/composition/keys';
import { createDatabase, runOnServer, type TestDatabase } from '../support/database';
import { aTenant, type Service, startService, type Tenant } from '../support/service';
import { until } from '../support/until';

let database: TestDatabase;
let service: Service;
let tenant: Tenant;

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  tenant = await aTenant(service);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const name = () => new URL(database.url).pathname.slice(1);
const disconnectAll = () =>
  runOnServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name()}'`);

test('a connection that breaks is logged without the request for which it was opened', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog(
    'info',
    () => requestScope.get(),
    (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  );
  const other = await startService(database.url, {}, (container) =>
    container.register(LOG, { useValue: log }),
  );
  try {
    const list = () =>
      request(other.api).get('/relations').set('Authorization', `Bearer ${tenant.access_token}`);
    await Promise.all(Array.from({ length: 8 }, () => list().expect(200))); // more than have a connection yet
    await disconnectAll();
    const broken = () => lines.filter(({ message }) => message === 'A database connection broke');
    await until(async () => broken().length > 0);
    for (const line of broken()) expect(line).not.toHaveProperty('request_id');
  } finally {
    await other.close();
  }
});

describe('on a read-only database', () => {
  beforeAll(async () => {
    await runOnServer(`alter database "${name()}" set default_transaction_read_only = on`);
    await disconnectAll();
  });
  afterAll(async () => {
    await runOnServer(`alter database "${name()}" reset default_transaction_read_only`);
    await disconnectAll();
  });

  test.each(['client_credentials', 'refresh_token'])(
    'the token route (%s) says to retry',
    async (grant_type) => {
      const { client_id, client_secret, refresh_token } = tenant;
      const { status, body, headers } = await request(service.api)
        .post('/auth/token')
        .send({ grant_type, client_id, client_secret, refresh_token });
      expect([status, body.error.code, headers['retry-after']]).toEqual([500, 'internal_error', '2']);
      expect(headers['cache-control']).toBe('no-store');
    },
  );
});
