import { randomUUID } from 'node:crypto';
import { clientRoutes } from '../../src/adapters/management/client-routes';
import { PostgresCompanyRepository } from '../../src/adapters/postgres/master-data/company-repository';
import { Clients } from '../../src/use-cases/access/clients';
import { plainSecrets } from '../support/managed-clients';
import { aCompany } from '../support/companies';
import { type Management, startManagement } from '../support/management';

const LIMITS = { attempts: 10, window_s: 900 };
const NOTHING = { document: [], relation: [], bank_account: [], journal: [], branding: [] };
const company = aCompany();
const OF_COMPANY = `/management/companies/${company.id}/clients`;

let management: Management;
beforeAll(async () => {
  management = await startManagement(({ clock, ids }) =>
    clientRoutes(new Clients(clock, ids, plainSecrets(), LIMITS)),
  );
  await new PostgresCompanyRepository(management.db).insert(company);
});
afterAll(() => management.end());

const create = (body: object, path = OF_COMPANY) => management.call('post', path).send(body);
const at = (client_id: string, below = '') => `/management/clients/${encodeURIComponent(client_id)}${below}`;
const patch = (client_id: string, body: object, headers = {}) =>
  management.call('patch', at(client_id), headers).send(body);
const read = (client_id: string) => management.call('get', at(client_id));
const renew = (client_id: string) => management.call('post', at(client_id, '/secret'));

interface Created {
  readonly client_id: string;
  readonly client_secret: string;
}

async function created(body: object = {}): Promise<Created> {
  const response = await create({ name: 'Webshop', ...body });
  expect(response.status).toBe(201);
  return response.body as Created;
}

const stored = (client_id: string) =>
  management.db.selectFrom('client').selectAll().where('client_id', '=', client_id).executeTakeFirstOrThrow();

async function giveRefreshToken(client_id: string): Promise<void> {
  await management.db
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

async function hasRefreshToken(client_id: string): Promise<boolean> {
  const query = management.db.selectFrom('refresh_token').select('family').where('client_id', '=', client_id);
  return (await query.execute()).length > 0;
}

async function failSecrets(client_id: string, count: number): Promise<void> {
  const window_started_at = management.clock.now();
  await management.db.insertInto('failed_attempt').values({ client_id, window_started_at, count }).execute();
}

describe('POST /management/companies/{id}/clients', () => {
  test('returns the client and, only this once, its secret (201)', async () => {
    const response = await create({
      name: 'Webshop',
      permissions: { document: ['read', 'create'], journal: [] },
    });
    expect(response.status).toBe(201);
    const { client_id, client_secret } = response.body as Created;
    expect(response.body).toEqual({
      client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      company_id: company.id,
      name: 'Webshop',
      permissions: { ...NOTHING, document: ['create', 'read'] },
      active: true,
      locked_until: null,
      created_at: management.clock.now().toISOString(),
      updated_at: management.clock.now().toISOString(),
      client_secret: expect.any(String),
    });
    expect(response.headers).toMatchObject({ location: at(client_id), etag: '"1"' });

    const { client_secret: _, ...shown } = response.body as Created;
    expect((await read(client_id)).body).toEqual(shown);
    expect((await stored(client_id)).secret_hash).toBe(`hash of ${client_id}/${client_secret}`);
  });

  test.each([[undefined], [null], [{}]])('grants nothing with the permissions %j', async (permissions) => {
    const response = await create({ name: 'Webshop', permissions });
    expect(response.body).toMatchObject({ permissions: NOTHING });
  });

  test('accepts imported credentials (201)', async () => {
    const given = { client_id: 'shop/één 🧾', client_secret: 'a secret of old!' };
    const response = await create({ name: 'Old', ...given });
    expect(response.body).toMatchObject(given);
    expect(response.headers['location']).toBe(at(given.client_id));
    expect((await read(given.client_id)).body).toMatchObject({ client_id: given.client_id, name: 'Old' });
    expect((await stored(given.client_id)).secret_hash).toBe('hash of shop/één 🧾/a secret of old!');
  });

  test('accepts ids of 64 and secrets of 200 characters (201)', async () => {
    expect(
      (await create({ name: 'X', client_id: '🧾'.repeat(64), client_secret: '🧾'.repeat(200) })).status,
    ).toBe(201);
  });

  test('refuses a client_id that a client of another company has (422 validation_error)', async () => {
    const other = aCompany();
    await new PostgresCompanyRepository(management.db).insert(other);
    await created({ client_id: 'taken' });
    const response = await create(
      { name: 'X', client_id: 'taken' },
      `/management/companies/${other.id}/clients`,
    );
    expect(response.status).toBe(422);
    expect(response.body.error).toEqual({ code: 'validation_error', message: 'client_id: is taken' });
  });

  test.each([
    ['no name', {}, 'name: is required'],
    [
      'an unknown resource',
      { name: 'X', permissions: { invoice: ['read'] } },
      'permissions.invoice: unknown field',
    ],
    [
      'an unknown action',
      { name: 'X', permissions: { document: ['read', 'send'] } },
      'permissions.document.1: ',
    ],
    ['permissions that are a list', { name: 'X', permissions: ['document:read'] }, 'permissions: '],
    ['an empty client_id', { name: 'X', client_id: '' }, 'client_id: '],
    ['a client_id that no address can hold', { name: 'X', client_id: '..' }, 'client_id: must not be'],
    [
      'a client_id of 65 characters',
      { name: 'X', client_id: 'x'.repeat(65) },
      'client_id: must have at most 64',
    ],
    ['a NUL in a client_id', { name: 'X', client_id: 'a\0b' }, 'client_id: '],
    ['half a character in a client_id', { name: 'X', client_id: 'a\ud800b' }, 'client_id: '],
    [
      'a secret of 15 characters',
      { name: 'X', client_secret: 'x'.repeat(15) },
      'client_secret: must have at least 16',
    ],
    [
      'a secret of 201 characters',
      { name: 'X', client_secret: 'x'.repeat(201) },
      'client_secret: must have at most 200',
    ],
    ['a member that only a change has', { name: 'X', active: false }, 'active: unknown field'],
  ])('refuses %s (422 validation_error)', async (_, body, message) => {
    const response = await create(body);
    expect(response.status).toBe(422);
    expect(response.body.error).toEqual({
      code: 'validation_error',
      message: expect.stringContaining(message),
    });
  });

  test('refuses an unknown company (404 not_found) and a malformed id (422)', async () => {
    const response = await create({ name: 'X' }, `/management/companies/${randomUUID()}/clients`);
    expect([response.status, response.body.error.code]).toEqual([404, 'not_found']);
    expect((await create({ name: 'X' }, '/management/companies/1/clients')).status).toBe(422);
  });
});

describe('PATCH /management/clients/{client_id}', () => {
  test('changes given fields, and replaces all permissions (200)', async () => {
    const { client_id } = await created({ permissions: { document: ['create'], journal: ['read'] } });
    management.clock.advance(1_000);
    const response = await patch(client_id, { permissions: { relation: ['update', 'read'] }, active: false });
    expect(response.status).toBe(200);
    expect(response.headers['etag']).toBe('"2"');
    expect(response.body).toMatchObject({
      name: 'Webshop',
      permissions: { ...NOTHING, relation: ['read', 'update'] },
      active: false,
      updated_at: management.clock.now().toISOString(),
    });
    expect(response.body).not.toHaveProperty('client_secret');
    expect((await stored(client_id)).active).toBe(false);
  });

  test('changes nothing when no field is given (200)', async () => {
    const { client_id } = await created();
    const before = await read(client_id);
    management.clock.advance(1_000);
    const response = await patch(client_id, {});
    expect(response.body).toEqual(before.body);
    expect(response.headers['etag']).toBe('"1"');
  });

  test.each(['name', 'permissions', 'active'])('does not clear %s (422 validation_error)', async (member) => {
    const { client_id } = await created();
    const response = await patch(client_id, { [member]: null });
    expect([response.status, response.body.error.code]).toEqual([422, 'validation_error']);
  });

  test.each(['client_id', 'client_secret', 'company_id', 'locked_until', 'created_at', 'updated_at'])(
    'refuses to change %s (422 field_not_editable)',
    async (member) => {
      const { client_id } = await created();
      const response = await patch(client_id, { name: 'Other', [member]: 7 });
      expect([response.status, response.body.error.code]).toEqual([422, 'field_not_editable']);
      expect((await read(client_id)).body.name).toBe('Webshop');
    },
  );

  test('checks 404 before 412, and 412 before field_not_editable', async () => {
    const stale = { 'If-Match': '"9"' };
    expect((await patch('nobody', { company_id: 1 }, stale)).body.error.code).toBe('not_found');
    const { client_id } = await created();
    expect((await patch(client_id, { company_id: 1 }, stale)).body.error.code).toBe('precondition_failed');
    expect((await patch(client_id, { name: 'New' }, { 'If-Match': '"1"' })).status).toBe(200);
  });
});

describe('POST /management/clients/{client_id}/secret', () => {
  test('ends the old secret and the refresh token at once when it has no body (200)', async () => {
    const { client_id, client_secret } = await created();
    await giveRefreshToken(client_id);
    const response = await renew(client_id);
    expect(response.status).toBe(200);
    expect(response.headers['etag']).toBe('"2"');
    const renewed = response.body as Created;
    expect(renewed).toMatchObject({ client_id, name: 'Webshop', client_secret: expect.any(String) });
    expect(renewed.client_secret).not.toBe(client_secret);
    expect(await stored(client_id)).toMatchObject({
      secret_hash: `hash of ${client_id}/${renewed.client_secret}`,
      previous_secret_hash: null,
      previous_secret_expires_at: null,
    });
    expect(await hasRefreshToken(client_id)).toBe(false);
    expect((await read(client_id)).body).not.toHaveProperty('client_secret');
  });

  test('keeps the old secret and the refresh token for the given time (200)', async () => {
    const { client_id, client_secret } = await created();
    await giveRefreshToken(client_id);
    expect((await renew(client_id).send({ keep_previous_for_s: 604_800 })).status).toBe(200);
    const { previous_secret_hash, previous_secret_expires_at } = await stored(client_id);
    expect(previous_secret_hash).toBe(`hash of ${client_id}/${client_secret}`);
    expect(previous_secret_expires_at!.getTime() - management.clock.now().getTime()).toBe(604_800_000);
    expect(await hasRefreshToken(client_id)).toBe(true);
  });

  test('ends a secret that was kept when the next rotation keeps none', async () => {
    const { client_id } = await created();
    await renew(client_id).send({ keep_previous_for_s: 60 });
    await renew(client_id).send({ keep_previous_for_s: 0 });
    expect((await stored(client_id)).previous_secret_hash).toBeNull();
  });

  test.each([
    ['a negative number', { keep_previous_for_s: -1 }],
    ['more than a week', { keep_previous_for_s: 604_801 }],
    ['part of a second', { keep_previous_for_s: 0.5 }],
    ['text', { keep_previous_for_s: '60' }],
    ['an unknown member', { client_secret: 'of my own choosing' }],
  ])('refuses %s, and keeps the secret (422 validation_error)', async (_, body) => {
    const { client_id, client_secret } = await created();
    const response = await renew(client_id).send(body);
    expect([response.status, response.body.error.code]).toEqual([422, 'validation_error']);
    expect((await stored(client_id)).secret_hash).toBe(`hash of ${client_id}/${client_secret}`);
  });

  test('refuses a body that is not JSON (422 validation_error)', async () => {
    const { client_id } = await created();
    const response = await renew(client_id).set('Content-Type', 'text/plain').send('later');
    expect([response.status, response.body.error.code]).toEqual([422, 'validation_error']);
  });

  test('refuses an unknown client (404 not_found)', async () => {
    expect((await renew('nobody')).body.error.code).toBe('not_found');
  });
});

describe('a lockout', () => {
  test('is shown until its window ends', async () => {
    management.clock.advance(1);
    const { client_id } = await created();
    await failSecrets(client_id, 10);
    const until = new Date(management.clock.now().getTime() + 900_000).toISOString();
    expect((await read(client_id)).body.locked_until).toBe(until);
    const { data } = (await management.call('get', `${OF_COMPANY}?limit=1`)).body;
    expect(data[0]).toMatchObject({ client_id, locked_until: until });
    management.clock.advance(900_000);
    expect((await read(client_id)).body.locked_until).toBeNull();
  });

  test('is not shown before the last attempt', async () => {
    const { client_id } = await created();
    await failSecrets(client_id, 9);
    expect((await read(client_id)).body.locked_until).toBeNull();
  });

  test('ends with DELETE …/lockout, which also succeeds when there is none (204)', async () => {
    const { client_id } = await created();
    await failSecrets(client_id, 10);
    expect((await management.call('delete', at(client_id, '/lockout'))).status).toBe(204);
    expect((await read(client_id)).body.locked_until).toBeNull();
    expect((await management.call('delete', at(client_id, '/lockout'))).status).toBe(204);
  });
});

describe('DELETE /management/clients/{client_id}/refresh-token', () => {
  test('revokes the token, and succeeds when there is none (204)', async () => {
    const { client_id } = await created();
    await giveRefreshToken(client_id);
    expect((await management.call('delete', at(client_id, '/refresh-token'))).status).toBe(204);
    expect(await hasRefreshToken(client_id)).toBe(false);
    expect((await management.call('delete', at(client_id, '/refresh-token'))).status).toBe(204);
  });

  test.each(['/lockout', '/refresh-token'])(
    'refuses an unknown client (404 not_found): %s',
    async (below) => {
      const response = await management.call('delete', at('nobody', below));
      expect([response.status, response.body.error.code]).toEqual([404, 'not_found']);
    },
  );

  test.each(['/lockout', '/refresh-token'])(
    'refuses another version of the client (412 precondition_failed): %s',
    async (below) => {
      const { client_id } = await created();
      const response = await management.call('delete', at(client_id, below), { 'If-Match': '"7"' });
      expect([response.status, response.body.error.code]).toEqual([412, 'precondition_failed']);
    },
  );
});

describe('GET /management/companies/{id}/clients', () => {
  test('pages over ids that are not UUIDs, through ties', async () => {
    const shop = aCompany();
    await new PostgresCompanyRepository(management.db).insert(shop);
    const path = `/management/companies/${shop.id}/clients`;
    for (const client_id of ['a', 'b b', 'ç']) await create({ name: client_id, client_id }, path);

    const first = await management.call('get', `${path}?limit=2&sort=created_at`);
    const second = await management.call(
      'get',
      `${path}?limit=2&sort=created_at&cursor=${first.body.next_cursor}`,
    );
    const ids = [...first.body.data, ...second.body.data].map(({ client_id }: Created) => client_id);
    expect(ids).toEqual(['a', 'b b', 'ç']);
    expect(second.body.next_cursor).toBeNull();
    expect(first.body.data[0]).not.toHaveProperty('client_secret');
    expect(first.body.data[0]).not.toHaveProperty('secret_hash');
  });

  test('refuses the cursor of another company’s list (422 validation_error)', async () => {
    const other = aCompany();
    await new PostgresCompanyRepository(management.db).insert(other);
    const { next_cursor } = (await management.call('get', `${OF_COMPANY}?limit=1`)).body;
    const response = await management.call(
      'get',
      `/management/companies/${other.id}/clients?cursor=${next_cursor}`,
    );
    expect([response.status, response.body.error.code]).toEqual([422, 'validation_error']);
  });

  test('refuses a cursor with an id that the database cannot store (422 validation_error)', async () => {
    const { next_cursor } = (await management.call('get', `${OF_COMPANY}?limit=1`)).body;
    const [bound, value] = JSON.parse(Buffer.from(next_cursor, 'base64url').toString()) as string[];
    const made_up = Buffer.from(JSON.stringify([bound, value, 'a\0b'])).toString('base64url');
    const response = await management.call('get', `${OF_COMPANY}?limit=1&cursor=${made_up}`);
    expect([response.status, response.body.error.code]).toEqual([422, 'validation_error']);
  });

  test('refuses an unknown company (404 not_found)', async () => {
    const response = await management.call('get', `/management/companies/${randomUUID()}/clients`);
    expect([response.status, response.body.error.code]).toEqual([404, 'not_found']);
  });
});
