import { randomBytes, randomUUID } from 'node:crypto';
import type { RefreshToken } from '../../../src/domain/access/tokens';
import type { Issue, TokenRepository } from '../../../src/ports/access/token-repository';
import { aClient } from '../clients';
import type { ClientRow } from '../memory/tokens';

const LIMITS = { attempts: 3, window_s: 900 };
const NOW = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

function aToken(fields: Partial<RefreshToken> = {}): RefreshToken {
  return { token: '', family: randomUUID(), generation: 0, token_hash: randomBytes(32), ...fields };
}
const following = (token: RefreshToken) => aToken({ family: token.family, generation: token.generation + 1 });

/** What every adapter behind the port must do; run against the fake and against Postgres. */
export function testTokenRepository(
  open: () => { repository: TokenRepository; readonly store: (client: ClientRow) => Promise<void> },
) {
  const claim = (client: ClientRow, fields: Partial<Issue> = {}): Issue => ({
    client_id: client.client_id,
    secret_hash: client.secret_hash,
    reserved: false,
    refresh_token: aToken(),
    ...fields,
  });
  const stored = async (fields: Partial<ClientRow> = {}) => {
    const client = aClient(fields);
    await open().store(client);
    return client;
  };
  const issued = async (client: ClientRow) => {
    const refresh_token = aToken();
    expect(await open().repository.issue(claim(client, { refresh_token }), NOW, LIMITS)).toMatchObject({
      outcome: 'issued',
    });
    return refresh_token;
  };

  describe('secrets', () => {
    test('are found for the ids that exist, with their failed attempts', async () => {
      const { repository } = open();
      const [one, other] = [
        await stored({ previous_secret_hash: 'old', previous_secret_expires_at: at(5) }),
        await stored(),
      ];
      await repository.reserveAttempt(other.client_id, NOW, LIMITS);
      expect(await repository.findSecrets(one.client_id)).toMatchObject({
        secret_hash: one.secret_hash,
        previous_secret_hash: 'old',
        previous_secret_expires_at: at(5),
        failed_attempts: undefined,
      });
      const found = await repository.findSecrets(other.client_id);
      expect(found?.failed_attempts).toEqual({ window_started_at: NOW, count: 1 });
    });

    test('are found for each of many ids at once', async () => {
      const clients = [await stored(), await stored(), await stored()];
      const ids = [...clients, ...clients].map(({ client_id }) => client_id);
      const found = await Promise.all([...ids, 'nobody'].map((id) => open().repository.findSecrets(id)));
      const hashes = [...clients, ...clients].map(({ secret_hash }) => secret_hash);
      expect(found.map((one) => one?.secret_hash)).toEqual([...hashes, undefined]);
    });

    test.each(['nobody', '', '"{,}\\', 'a\0b', '\ud800'])('are not found for the id %j', async (id) => {
      await stored({ client_id: '\ufffd' }); // what UTF-8 makes of a lone surrogate
      expect(await open().repository.findSecrets(id)).toBeUndefined();
    });
  });

  describe('failed attempts', () => {
    const reserve = (client_id: string, now: Date) =>
      open().repository.reserveAttempt(client_id, now, LIMITS);

    test('are counted in the window of the first, up to the limit', async () => {
      const id = randomUUID();
      const results = [];
      for (const seconds of [0, 100, 899, 899.9]) results.push(await reserve(id, at(seconds)));
      expect(results.map(({ reserved, window }) => [reserved, window.count])).toEqual([
        [true, 1],
        [true, 2],
        [true, 3],
        [false, 3],
      ]);
      for (const { window } of results) expect(window.window_started_at).toEqual(NOW);
    });

    test.each([
      ['has ended', 900],
      ['lies in a future that the clock was set back from', -900],
    ])('start again when the window %s', async (_case, seconds) => {
      const id = randomUUID();
      for (let attempt = 0; attempt < LIMITS.attempts; attempt++) await reserve(id, NOW);
      expect(await reserve(id, at(seconds))).toEqual({
        reserved: true,
        window: { window_started_at: at(seconds), count: 1 },
      });
    });

    test('never exceed the limit, also when they are concurrent', async () => {
      const id = randomUUID();
      const results = await Promise.all(Array.from({ length: 40 }, () => reserve(id, NOW)));
      expect(results.filter(({ reserved }) => reserved)).toHaveLength(LIMITS.attempts);
    });

    test('can be taken back, the last of them with its window', async () => {
      const id = randomUUID();
      const { window } = await reserve(id, NOW);
      await open().repository.releaseAttempt(id, window);
      expect(await reserve(id, at(600))).toEqual({
        reserved: true,
        window: { window_started_at: at(600), count: 1 },
      });
    });

    test('of a later window are not taken back', async () => {
      const id = randomUUID();
      const { window } = await reserve(id, NOW);
      await reserve(id, at(1000));
      await open().repository.releaseAttempt(id, window);
      expect((await reserve(id, at(1001))).window.count).toBe(2);
    });
  });

  describe('issuing', () => {
    test('returns the client, and replaces the previous refresh token', async () => {
      const client = await stored({ permissions: { journal: ['read', 'update'] } });
      const { repository } = open();
      const first = await issued(client);
      const second = aToken();
      const result = await repository.issue(claim(client, { refresh_token: second }), NOW, LIMITS);
      const { client_id, company_id, permissions } = client;
      expect(result).toMatchObject({ outcome: 'issued', holder: { client_id, company_id, permissions } });
      expect(await rotate(repository, first, following(first), NOW)).toBeUndefined();
      expect(await repository.findUnusable(first)).toBeUndefined();
      expect(await rotate(repository, second, following(second), NOW)).toMatchObject({ client_id });
    });

    test.each([
      ['is not the stored one', { secret_hash: 'another' }, 0, 'superseded'],
      ['is the previous one, while it holds', { secret_hash: 'old' }, 9, 'issued'],
      ['is the previous one, expired', { secret_hash: 'old' }, 10, 'superseded'],
      ['belongs to nobody', { client_id: 'nobody' }, 0, 'superseded'],
    ])('when the hash %s', async (_case, fields, seconds, outcome) => {
      const client = await stored({ previous_secret_hash: 'old', previous_secret_expires_at: at(10) });
      const kept = await issued(client);
      expect(await open().repository.issue(claim(client, fields), at(seconds), LIMITS)).toMatchObject({
        outcome,
      });
      expect(await open().repository.findUnusable(kept)).toEqual(
        outcome === 'issued' ? undefined : { active: true, used: false, used_at: null },
      );
    });

    test('is refused for an inactive client, whose attempts and refresh token stay', async () => {
      const client = await stored();
      const { repository, store } = open();
      const kept = await issued(client);
      await repository.reserveAttempt(client.client_id, NOW, LIMITS);
      await store({ ...client, active: false });
      expect(await repository.issue(claim(client), NOW, LIMITS)).toEqual({ outcome: 'inactive' });
      expect(await repository.findUnusable(kept)).toEqual({ active: true, used: false, used_at: null });
      expect((await repository.findSecrets(client.client_id))?.failed_attempts?.count).toBe(1);
    });

    test('many times at once gives each caller the holder, and leaves one refresh token valid', async () => {
      const client = await stored();
      const { repository } = open();
      const tokens = Array.from({ length: 20 }, () => aToken());
      const results = await Promise.all(
        tokens.map((refresh_token) => repository.issue(claim(client, { refresh_token }), NOW, LIMITS)),
      );
      expect(results.map(({ outcome }) => outcome)).toEqual(tokens.map(() => 'issued'));
      const places = await Promise.all(tokens.map((token) => repository.findUnusable(token)));
      expect(places.filter(Boolean)).toEqual([{ active: true, used: false, used_at: null }]);
    });

    test('is refused while locked out, unless the attempt was counted before', async () => {
      const client = await stored();
      const { repository } = open();
      for (let attempt = 0; attempt < LIMITS.attempts; attempt++) {
        await repository.reserveAttempt(client.client_id, NOW, LIMITS);
      }
      const failed_attempts = { window_started_at: NOW, count: LIMITS.attempts };
      expect(await repository.issue(claim(client), at(899), LIMITS)).toEqual({
        outcome: 'locked',
        failed_attempts,
      });
      const wrong = claim(client, { secret_hash: 'another' });
      expect(await repository.issue(wrong, at(899), LIMITS)).toEqual({ outcome: 'locked', failed_attempts });
      expect(await repository.issue(claim(client, { reserved: true }), at(899), LIMITS)).toMatchObject({
        outcome: 'issued',
      });
      expect((await repository.findSecrets(client.client_id))?.failed_attempts).toBeUndefined();
    });
  });

  describe('rotation', () => {
    test('of the tokens of several clients at once concerns each client alone', async () => {
      const { repository } = open();
      const clients = [await stored(), await stored(), await stored()];
      const [first, used_up, last] = await Promise.all(clients.map((client) => issued(client)));
      const next = following(used_up!);
      await rotate(repository, used_up!, next, NOW);
      const tokens = [first!, used_up!, last!, next];
      const holders = await Promise.all(
        tokens.map((token) => rotate(repository, token, following(token), NOW)),
      );
      const ids = clients.map(({ client_id }) => client_id);
      expect(holders.map((holder) => holder?.client_id)).toEqual([ids[0], undefined, ids[2], ids[1]]);
    });

    test('succeeds for one of 64 concurrent uses', async () => {
      const client = await stored();
      const { repository } = open();
      const token = await issued(client);
      const results = await Promise.all(
        Array.from({ length: 64 }, () => rotate(repository, token, following(token), NOW)),
      );
      expect(results.filter(Boolean)).toHaveLength(1);
    });

    test('does not change the token of an inactive client', async () => {
      const client = await stored();
      const { repository, store } = open();
      const token = await issued(client);
      await store({ ...client, active: false });
      expect(await rotate(repository, token, following(token), NOW)).toBeUndefined();
      expect(await repository.findUnusable(token)).toEqual({ active: true, used: false, used_at: null });
      await store(client);
      expect(await rotate(repository, token, following(token), NOW)).toBeDefined();
    });

    /** Uses the tokens of a new family at these seconds. @returns when the token of a generation was used */
    const usedAt = async (seconds: number[]) => {
      const { repository } = open();
      const tokens = [await issued(await stored())];
      for (const [generation, second] of seconds.entries()) {
        const next = following(tokens[generation]!);
        await rotate(repository, tokens[generation]!, next, at(second));
        tokens.push(next);
      }
      return async (generation: number) => {
        const { used, used_at } = (await repository.findUnusable(tokens[generation]!))!;
        return used ? (used_at ?? 'earlier') : 'not yet';
      };
    };
    const every = (step: number, count: number) => Array.from({ length: count }, (_, index) => step * index);

    test('stores when each of the latest tokens was used', async () => {
      const used = await usedAt(every(1, 40));
      expect(await used(40)).toBe('not yet');
      expect(await used(39)).toEqual(at(39));
      expect(await used(8)).toEqual(at(8));
      expect(await used(7)).toBe('earlier');
      expect(await used(0)).toBe('earlier');
    });

    test('stores when each token was used within the last 10 s, and drops older times with the next use', async () => {
      const within = await usedAt([...every(0.125, 80), 10]);
      expect(await within(80)).toEqual(at(10));
      expect(await within(0)).toEqual(NOW);
      const later = await usedAt([...every(0.125, 80), 60]);
      expect(await later(49)).toEqual(at(49 * 0.125));
      expect(await later(48)).toBe('earlier');
    });

    test('stores at most 128 times', async () => {
      const used = await usedAt(every(0, 130));
      expect(await used(2)).toEqual(NOW);
      expect(await used(1)).toBe('earlier');
    });
  });
}

function rotate(repository: TokenRepository, used: RefreshToken, next: RefreshToken, now: Date) {
  return repository.rotate({ used, next }, now);
}
