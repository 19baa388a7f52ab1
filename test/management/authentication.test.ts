import request from 'supertest';
import { get, LOG, MANAGEMENT } from '../../src/composition/keys';
import { createDatabase, type TestDatabase } from '../support/database';
import { KeptLog } from '../support/http-kit';
import { MANAGEMENT_TOKEN, type Service, startService } from '../support/service';

let database: TestDatabase;
let service: Service;
const log = new KeptLog();

beforeAll(async () => {
  database = await createDatabase();
  const settings = { TRUST_PROXY: 'true', NETWORK_TOKEN: 'a-network-token-for-tests' };
  service = await startService(database.url, settings, (container) => {
    container.register(LOG, { useValue: log });
  });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

/** @returns status, and how long it took in milliseconds */
async function call(from: string, token: string, path = '/management/companies'): Promise<[number, number]> {
  const started = performance.now();
  const by = request(get(service.container, MANAGEMENT));
  const method = path.endsWith('inbound') ? 'post' : 'get';
  const { status } = await by[method](path).auth(token, { type: 'bearer' }).set('X-Forwarded-For', from);
  return [status, performance.now() - started];
}

test('after 20 failures within a minute, each further one from that address is delayed by a second', async () => {
  const paths = ['/management/companies', '/management/network/inbound'];
  for (let failure = 0; failure < 20; failure++) {
    expect((await call('192.0.2.1', 'wrong', paths[failure % 2]))[0]).toBe(401);
  }
  const [[status, took], [right], [other, othersTime]] = await Promise.all([
    call('192.0.2.1', 'wrong'),
    call('192.0.2.1', MANAGEMENT_TOKEN),
    call('192.0.2.2', 'wrong'),
  ]);
  expect([status, right, other]).toEqual([401, 200, 401]);
  expect(took).toBeGreaterThan(950);
  expect(othersTime).toBeLessThan(took);
});

test('each failure is logged with the address that it came from', async () => {
  log.lines.length = 0;
  await call('198.51.100.7', 'wrong');
  expect(log.lines.filter(({ message }) => message === 'Authentication failed')).toEqual([
    {
      level: 'warn',
      message: 'Authentication failed',
      members: { reason: 'invalid_token', address: '198.51.100.7' },
    },
  ]);
});
