import { randomBytes, randomUUID } from 'node:crypto';
import type { Client } from '../../../src/domain/access/client';
import type { AttemptWindow } from '../../../src/domain/access/failed-attempts';
import type { RefreshToken } from '../../../src/domain/access/tokens';
import { aManagedClient } from '../managed-clients';
import { at, everyPage, inOrder, SORTS, type Store, TIMES_WITH_TIES, using } from './store';

const LIMITS = { attempts: 10, window_s: 900 };

/** What every adapter behind the port must do; run in memory and against PostgreSQL. */
export function testClientRepository(store: () => Store) {
  const { read, write } = using(store);
  const find = (client_id: string) => read(({ clients }) => clients.find(client_id));
  const stored = async (given: Partial<Client> = {}) => {
    const ids = { client_id: `client ${randomUUID()}`, company_id: randomUUID() };
    const client = aManagedClient({ ...ids, ...given });
    await write(({ clients }) => clients.insert(client));
    return client;
  };
  const tokenOf = async ({ client_id, secret_hash }: Client): Promise<RefreshToken> => {
    const family = randomUUID();
    const refresh_token = { token: '', family, generation: 0, token_hash: randomBytes(32) };
    const issue = { client_id, secret_hash, reserved: true, refresh_token };
    expect(await store().tokens.issue(issue, at(0), LIMITS)).toMatchObject({ outcome: 'issued' });
    return refresh_token;
  };

  test('a client is found as it was stored, by an id in the same case', async () => {
    const client = await stored({
      client_id: 'webshop',
      permissions: {
        ...{ document: ['create', 'read'], relation: [], bank_account: [] },
        ...{ journal: ['read'], branding: [] },
      },
      previous_secret_hash: 'an older hash',
      previous_secret_expires_at: at(5),
    });
    expect(await find('webshop')).toEqual(client);
    expect(await find('Webshop')).toBeUndefined();
  });

  test('an id may have 64 characters outside the basic plane', async () => {
    const client = await stored({ client_id: '🧾'.repeat(64) });
    expect(await find(client.client_id)).toEqual(client);
  });

  test('an id that a client of whatever company has is refused', async () => {
    const { client_id } = await stored();
    const refused = { code: 'validation_error', message: 'client_id: is taken' };
    await expect(stored({ client_id })).rejects.toMatchObject(refused);
  });

  test('a change concerns only the client that is named', async () => {
    const [changed, other] = [await stored(), await stored()];
    const next = { ...changed, active: false, secret_hash: 'a newer hash', version: 2 };
    await write(async ({ clients }) => {
      const before = (await clients.lock(changed.client_id))!;
      await clients.save(before, next);
    });
    expect(await find(changed.client_id)).toEqual(next);
    expect(await find(other.client_id)).toEqual(other);
  });

  test.each(SORTS)('the list by %s has every client of the company once, ties by client_id', async (sort) => {
    const company_id = randomUUID();
    const all = [];
    for (const times of TIMES_WITH_TIES) all.push(await stored({ company_id, ...times }));
    await stored();
    const list = await everyPage((page) => read((one) => one.clients.list(company_id, {}, page)), sort, 3);
    expect(list.map(({ client_id }) => client_id)).toEqual(inOrder(all, sort, (one) => one.client_id));
  });

  test('the list sorts ids by their bytes', async () => {
    const company_id = randomUUID();
    const ids = ['b', 'a', 'C', 'é'].map((letter) => `${letter} ${company_id}`);
    for (const client_id of ids) await stored({ client_id, company_id });
    const list = await everyPage(
      (page) => read(({ clients }) => clients.list(company_id, {}, page)),
      'created_at',
      3,
    );
    expect(list.map(({ client_id }) => client_id[0])).toEqual(['C', 'a', 'b', 'é']);
  });

  test('the list has what changed since an instant, the instant included', async () => {
    const company_id = randomUUID();
    await stored({ company_id, updated_at: at(1) });
    const changed = await stored({ company_id, updated_at: at(2) });
    const page = { sort: 'updated_at', limit: 10 };
    const { data } = await read(({ clients }) => clients.list(company_id, { updated_since: at(2) }, page));
    expect(data).toEqual([changed]);
  });

  test('failed secrets of the clients that are named are known, and forgotten', async () => {
    const [counted, other, unharmed] = [await stored(), await stored(), await stored()];
    const ids = [counted, other, unharmed].map(({ client_id }) => client_id);
    await store().tokens.reserveAttempt(ids[0]!, at(1), LIMITS);
    await store().tokens.reserveAttempt(ids[1]!, at(2), LIMITS);
    expect(await read(({ clients }) => clients.failedAttempts([ids[0]!, ids[2]!, 'nobody']))).toEqual(
      new Map([[ids[0], { window_started_at: at(1), count: 1 }]]),
    );
    await write(({ clients }) => clients.resetFailedAttempts(ids[0]!));
    const left = await read(({ clients }) => clients.failedAttempts(ids));
    expect([...left.keys()]).toEqual([ids[1]]);
    expect(await read(({ clients }) => clients.failedAttempts([]))).toEqual(new Map());
  });

  test('a lockout is marked once, by one of concurrent calls, and again in a later window', async () => {
    const client = await stored();
    const { client_id } = client;
    const lockOut = async (now: Date) => {
      for (let n = 1; n < LIMITS.attempts; n++) await store().tokens.reserveAttempt(client_id, now, LIMITS);
      return (await store().tokens.reserveAttempt(client_id, now, LIMITS)).window;
    };
    const record = (window: AttemptWindow) =>
      write(({ clients }) => clients.recordLockout(client_id, window, LIMITS));
    const isRecorded = async () => (await store().tokens.findSecrets(client_id))!.is_lockout_recorded;

    const window = await lockOut(at(0));
    expect(await isRecorded()).toBe(false);
    const marked = await Promise.all(Array.from({ length: 5 }, () => record(window)));
    expect(marked.filter(Boolean)).toEqual([client]);
    expect(await isRecorded()).toBe(true);

    const later = await lockOut(at(LIMITS.window_s * 1000));
    expect(await isRecorded()).toBe(false);
    expect(await record(window)).toBeUndefined();
    expect(await record(later)).toEqual(client);
  });

  test('failed secrets below the limit, or taken back, are no lockout', async () => {
    const { client_id } = await stored();
    let window = { window_started_at: at(0), count: 0 };
    for (let n = 0; n < LIMITS.attempts; n++)
      ({ window } = await store().tokens.reserveAttempt(client_id, at(0), LIMITS));
    await store().tokens.releaseAttempt(client_id, window);
    const record = () => write(({ clients }) => clients.recordLockout(client_id, window, LIMITS));
    expect(await record()).toBeUndefined();
    await write(({ clients }) => clients.resetFailedAttempts(client_id));
    expect(await record()).toBeUndefined();
    expect((await store().tokens.findSecrets(client_id))!.is_lockout_recorded).toBe(false);
  });

  test('all tokens of a family are revoked once, by one of concurrent calls', async () => {
    const [client, other] = [await stored(), await stored()];
    const [used, left] = [await tokenOf(client), await tokenOf(other)];
    const next = { ...used, generation: used.generation + 1, token_hash: randomBytes(32) };
    expect(await store().tokens.rotate({ used, next }, at(0))).toBeDefined();
    const revoke = () => write(({ clients }) => clients.revokeFamily(used.family));
    const revoked = await Promise.all([revoke(), revoke(), revoke()]);
    expect(revoked.filter(Boolean)).toEqual([client]);
    const after = { ...next, generation: next.generation + 1, token_hash: randomBytes(32) };
    expect(await store().tokens.rotate({ used: next, next: after }, at(1))).toBeUndefined();
    for (const token of [used, next]) expect(await store().tokens.findUnusable(token)).toBeUndefined();
    expect(await store().tokens.findUnusable(left)).toMatchObject({ active: true });
    expect(await write(({ clients }) => clients.revokeFamily(randomUUID()))).toBeUndefined();
    expect(await write(({ clients }) => clients.deleteRefreshToken(client.client_id))).toBe(false);
  });

  test('the refresh token of the client that is named is deleted', async () => {
    const [ended, other] = [await stored(), await stored()];
    const [gone, left] = [await tokenOf(ended), await tokenOf(other)];
    await write(({ clients }) => clients.deleteRefreshToken(ended.client_id));
    expect(await store().tokens.findUnusable(gone)).toBeUndefined();
    expect(await store().tokens.findUnusable(left)).toMatchObject({ active: true });
  });
}
