import { randomBytes, randomUUID } from 'node:crypto';
import type { ClientPatch } from '../../../src/domain/access/client';
import type { IfMatch } from '../../../src/domain/version';
import type { ImportedCredentials } from '../../../src/use-cases/access/clients';
import { LOCKOUT, startInMemory } from '../../support/memory/use-cases';
import { outcome } from '../../support/outcome';

const ALL = { sort: 'created_at', limit: 50 };

async function setUp() {
  const service = startInMemory();
  const { clients, clock, store, units } = service;
  const company_id = await service.newCompany();
  const secretsOf = async (client_id: string) => (await store.tokens.findSecrets(client_id))!;
  return {
    ...service,
    company_id,
    secretsOf,
    create: (credentials: ImportedCredentials = {}, of = company_id) =>
      clients.create(units.open(), of, { name: 'Webshop' }, credentials),
    get: (client_id: string) => clients.get(units.open(), client_id),
    list: (of = company_id, page: object = {}) => clients.list(units.open(), of, {}, { ...ALL, ...page }),
    update: (client_id: string, patch: ClientPatch, if_match?: IfMatch) =>
      clients.update(units.open(), client_id, patch, if_match),
    renew: (client_id: string, keep_previous_for_s: number, if_match?: IfMatch) =>
      clients.renewSecret(units.open(), client_id, keep_previous_for_s, if_match),
    lockOut: async (client_id: string) => {
      for (let n = 0; n < LOCKOUT.attempts; n++) {
        await store.tokens.reserveAttempt(client_id, clock.now(), LOCKOUT);
      }
    },
    /** @returns whether the client has the refresh token still */
    issueToken: async (client_id: string) => {
      const { secret_hash } = await secretsOf(client_id);
      const refresh_token = { token: '', family: randomUUID(), generation: 0, token_hash: randomBytes(32) };
      const issue = { client_id, secret_hash, reserved: true, refresh_token };
      expect((await store.tokens.issue(issue, clock.now(), LOCKOUT)).outcome).toBe('issued');
      return async () => (await store.tokens.findUnusable(refresh_token))?.active ?? false;
    },
  };
}

describe('a new client', () => {
  test('gets an id and a secret, of which only the hash is stored', async () => {
    const { company_id, create, get, secretsOf } = await setUp();
    const { client_secret, ...client } = await create();
    expect(client).toMatchObject({
      company_id,
      name: 'Webshop',
      active: true,
      locked_until: null,
      version: 1,
    });
    expect(await get(client.client_id)).toEqual(client);
    const { secret_hash } = await secretsOf(client.client_id);
    expect(secret_hash).toBe(`hash of ${client.client_id}/${client_secret}`);
  });

  test('keeps the credentials that it brings', async () => {
    const { create, get } = await setUp();
    const brought = { client_id: 'shop', client_secret: 'a secret of old!' };
    expect(await create(brought)).toMatchObject(brought);
    expect(await get('shop')).toMatchObject({ secret_hash: 'hash of shop/a secret of old!' });
  });

  test('is refused without its company, before the id that is taken', async () => {
    const { create, get, newCompany } = await setUp();
    const first = await create({ client_id: 'shop' });
    expect(await outcome(() => create({ client_id: 'shop' }, randomUUID()))).toBe('not_found');
    const other = await newCompany();
    expect(await outcome(() => create({ client_id: 'shop' }, other))).toBe('validation_error');
    expect(await get('shop')).toMatchObject({ company_id: first.company_id });
  });
});

describe('a change of a client', () => {
  test('is stored with the next version, unless nothing differs', async () => {
    const { clock, create, get, update } = await setUp();
    const { client_id } = await create();
    const before = await get(client_id);
    clock.advance(1_000);
    const next = await update(client_id, { active: false }, [1]);
    expect(next).toEqual({ ...before, active: false, version: 2, updated_at: clock.now() });
    expect(await update(client_id, { active: false }, 'any')).toEqual(next);
    expect(await get(client_id)).toEqual(next);
  });

  test('is checked in this order: unknown, version, read-only fields', async () => {
    const { create, get, update } = await setUp();
    const { client_id } = await create();
    const read_only = { name: 'New', company_id: randomUUID() };
    expect(await outcome(() => update('nobody', read_only, [9]))).toBe('not_found');
    expect(await outcome(() => update(client_id, read_only, [9]))).toBe('precondition_failed');
    expect(await outcome(() => update(client_id, read_only, [1]))).toBe('field_not_editable');
    expect(await get(client_id)).toMatchObject({ name: 'Webshop', version: 1 });
  });
});

describe('a new secret', () => {
  test('ends the old one and the refresh token at once', async () => {
    const { create, issueToken, renew, secretsOf } = await setUp();
    const { client_id, client_secret: old } = await create();
    const hasToken = await issueToken(client_id);
    const { client_secret, version } = await renew(client_id, 0, [1]);
    expect([client_secret === old, version, await hasToken()]).toEqual([false, 2, false]);
    expect(await secretsOf(client_id)).toMatchObject({
      secret_hash: `hash of ${client_id}/${client_secret}`,
      previous_secret_hash: null,
      previous_secret_expires_at: null,
    });
  });

  test('lets the old one and the refresh token live on for a roll-over', async () => {
    const { clock, create, issueToken, renew, secretsOf } = await setUp();
    const { client_id, secret_hash } = await create();
    const hasToken = await issueToken(client_id);
    await renew(client_id, 60);
    expect(await hasToken()).toBe(true);
    expect(await secretsOf(client_id)).toMatchObject({
      previous_secret_hash: secret_hash,
      previous_secret_expires_at: new Date(clock.now().getTime() + 60_000),
    });
  });

  test('is shown with the end of the old one until then', async () => {
    const { clock, create, get, renew } = await setUp();
    const { client_id } = await create();
    const previous_secret_valid_until = new Date(clock.now().getTime() + 60_000);
    expect(await get(client_id)).toMatchObject({ previous_secret_valid_until: null });
    expect(await renew(client_id, 60)).toMatchObject({ previous_secret_valid_until });
    clock.advance(59_999);
    expect(await get(client_id)).toMatchObject({ previous_secret_valid_until });
    clock.advance(1);
    expect(await get(client_id)).toMatchObject({ previous_secret_valid_until: null });
  });

  test('is refused for an unknown client, then for its version, and changes nothing', async () => {
    const { create, get, issueToken, renew } = await setUp();
    const { client_id, secret_hash } = await create();
    const hasToken = await issueToken(client_id);
    expect(await outcome(() => renew('nobody', 0, [9]))).toBe('not_found');
    expect(await outcome(() => renew(client_id, 0, [9]))).toBe('precondition_failed');
    expect(await get(client_id)).toMatchObject({ secret_hash, version: 1 });
    expect(await hasToken()).toBe(true);
  });
});

describe('a lock-out', () => {
  test('is shown until it ends', async () => {
    const { clock, create, get, list, lockOut, update } = await setUp();
    const { client_id } = await create();
    const locked_until = new Date(clock.now().getTime() + LOCKOUT.window_s * 1000);
    await lockOut(client_id);
    expect(await get(client_id)).toMatchObject({ locked_until });
    expect((await list()).data).toMatchObject([{ client_id, locked_until }]);
    expect(await update(client_id, { name: 'New' })).toMatchObject({ locked_until });
    clock.advance(LOCKOUT.window_s * 1000);
    expect(await get(client_id)).toMatchObject({ locked_until: null });
  });

  test('is ended by the operator, who may find none', async () => {
    const { clients, create, get, lockOut, units } = await setUp();
    const { client_id } = await create();
    const unlock = (if_match?: IfMatch, id = client_id) => clients.unlock(units.open(), id, if_match);
    await lockOut(client_id);
    expect(await outcome(() => unlock([9], 'nobody'))).toBe('not_found');
    expect(await outcome(() => unlock([9]))).toBe('precondition_failed');
    expect((await get(client_id)).locked_until).not.toBeNull();
    for (let n = 0; n < 2; n++) {
      await unlock([1]);
      expect((await get(client_id)).locked_until).toBeNull();
    }
  });
});

describe('a refresh token', () => {
  test('is ended by the operator, who may find none', async () => {
    const { clients, create, issueToken, units } = await setUp();
    const { client_id } = await create();
    const hasToken = await issueToken(client_id);
    const revoke = (if_match?: IfMatch, id = client_id) =>
      clients.revokeRefreshToken(units.open(), id, if_match);
    expect(await outcome(() => revoke([9], 'nobody'))).toBe('not_found');
    expect(await outcome(() => revoke([9]))).toBe('precondition_failed');
    expect(await hasToken()).toBe(true);
    for (let n = 0; n < 2; n++) await revoke([1]);
    expect(await hasToken()).toBe(false);
  });
});

describe('the clients of a company', () => {
  test('are listed page by page, and not those of another', async () => {
    const { create, list, newCompany } = await setUp();
    for (const client_id of ['b', 'a', 'c']) await create({ client_id });
    const other = await newCompany();
    await create({ client_id: 'd' }, other);
    const page = await list(undefined, { limit: 2 });
    expect(page.data.map(({ client_id }) => client_id)).toEqual(['a', 'b']);
    const rest = await list(undefined, { limit: 2, after: page.next });
    expect([rest.data.map(({ client_id }) => client_id), rest.next]).toEqual([['c'], null]);
    expect(await outcome(() => list(randomUUID()))).toBe('not_found');
  });
});
