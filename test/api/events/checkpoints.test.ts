import { createPublicKey, verify } from 'node:crypto';
import request from 'supertest';
import { CHECKPOINTS, DATABASE, get } from '../../../src/composition/keys';
import { aLog, anEvent, numbers } from '../../support/chains';
import { createDatabase, type TestDatabase } from '../../support/database';
import { replaceLog } from '../../support/event-rows';
import { aTenant, type Service, startService, type Tenant } from '../../support/service';

let database: TestDatabase;
let service: Service;
let tenant: Tenant;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  tenant = await aTenant(service);
  const log = aLog(numbers(3_000).map((number) => anEvent(number)));
  await replaceLog(get(service.container, DATABASE), tenant.company_id, log);
  await get(service.container, CHECKPOINTS).sign();
});
afterAll(async () => {
  await service.close();
  await database.drop();
});
const keys = async () => (await request(service.api).get('/events/keys').expect(200)).body.data;

describe('GET /events/checkpoints', () => {
  test('lists signatures that the public keys verify', async () => {
    const { body } = await tenant.get('/events/checkpoints').expect(200);
    expect(body.next_cursor).toBeNull();
    const [{ key_id, public_key }] = await keys();
    const key = createPublicKey({ key: public_key, format: 'jwk' });
    for (const { position, hash, at, signature, ...rest } of body.data) {
      const text = `${tenant.company_id} ${position} ${hash} ${at}`;
      expect(verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))).toBe(true);
      expect(rest).toEqual({ key_id });
    }
    const positions = body.data.map(({ position }: { position: number }) => position);
    expect(positions.slice(0, 3)).toEqual([1_000, 2_000, 3_000]);
  });

  test('goes on after a position, and in pages', async () => {
    const list = async (query: string) => (await tenant.get(`/events/checkpoints?${query}`).expect(200)).body;
    const first = await list('after=1000&limit=1');
    expect(first.data).toMatchObject([{ position: 2_000 }]);
    const second = await list(`after=1000&limit=1&cursor=${first.next_cursor}`);
    expect(second.data).toMatchObject([{ position: 3_000 }]);
    expect(await list('after=999999999')).toEqual({ data: [], next_cursor: null });
  });

  test('takes the positions that the feed takes', async () => {
    for (const path of ['/events/checkpoints', '/events']) {
      await tenant.get(`${path}?after=${Number.MAX_SAFE_INTEGER}`).expect(200);
      await tenant.get(`${path}?after=${Number.MAX_SAFE_INTEGER + 1}`).expect(422);
    }
  });

  test('shows no other company', async () => {
    const other = await aTenant(service);
    const { body } = await other.get('/events/checkpoints').expect(200);
    expect(body.data).toEqual([]);
  });

  test.each(['after=-1', 'after=x', 'after=01', 'after=', 'limit=0', 'cursor=x', 'after=1&after=2'])(
    'refuses %s',
    async (query) => {
      const { body } = await tenant.get(`/events/checkpoints?${query}`).expect(422);
      expect(body.error.code).toBe('validation_error');
    },
  );

  test('refuses a cursor of another start', async () => {
    const { body } = await tenant.get('/events/checkpoints?limit=1').expect(200);
    await tenant.get(`/events/checkpoints?limit=1&after=5&cursor=${body.next_cursor}`).expect(422);
  });

  test('needs a token, the keys do not', async () => {
    await request(service.api).get('/events/checkpoints').expect(401);
    expect(await keys()).toEqual([
      {
        key_id: expect.stringMatching(/^[\w-]{43}$/),
        public_key: { kty: 'OKP', crv: 'Ed25519', x: expect.stringMatching(/^[\w-]{43}$/) },
      },
    ]);
  });
});

test('POST /management/events/keys adds a key that signs from then on, and keeps the old one', async () => {
  const [old] = await keys();
  const { body } = await service.manage('post', '/management/events/keys').expect(201);
  expect(await keys()).toEqual([old, body]);
});
