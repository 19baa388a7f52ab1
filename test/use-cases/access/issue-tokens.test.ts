import { AsyncLocalStorage } from 'node:async_hooks';
import { DomainError } from '../../../src/domain/errors';
import type { TokenRequest } from '../../../src/domain/access/tokens';
import { type Deadlines, NO_DEADLINES } from '../../../src/ports/deadlines';
import { IssueTokens } from '../../../src/use-cases/access/issue-tokens';
import { KeyedMutexInMemory } from '../../../src/adapters/node-memory/keyed-mutex';
import { AttemptWindowsInMemory } from '../../../src/adapters/node-memory/attempt-windows';
import type { Lockout } from '../../../src/use-cases/access/lockouts';
import { aClient } from '../../support/clients';
import { KeptLog } from '../../support/http-kit';
import { type ClientRow, MemoryTokenRepository } from '../../support/memory/tokens';
import {
  fakeAccessTokens,
  FakeClock,
  fakeDigests,
  FakeHashing,
  fakeHash,
  FakeRefreshTokens,
  FakeTiming,
} from '../../support/token-fakes';

const LIMITS = { attempts: 10, window_s: 900 };

function set({
  places,
  repository = new MemoryTokenRepository(),
  deadlines = NO_DEADLINES,
}: { places?: number; repository?: MemoryTokenRepository; deadlines?: Deadlines } = {}) {
  const clock = new FakeClock();
  const hashing = new FakeHashing(places);
  const timing = new FakeTiming();
  const log = new KeptLog();
  const lockouts: Lockout[] = [];
  const others = {
    timing,
    log,
    lockouts: { record: (lockout: Lockout) => void lockouts.push(lockout) },
    compromised: { revoke: async (family: string) => repository.revokeFamily(family) },
    digests: fakeDigests,
    refresh_tokens: new FakeRefreshTokens(),
    access_tokens: fakeAccessTokens,
    deadlines,
  };
  const aMemory = () => ({
    unknown_attempts: new AttemptWindowsInMemory(),
    verification_mutex: new KeyedMutexInMemory(),
  });
  /** Several processes of one node share its memory. */
  const node = (memory = aMemory()) =>
    new IssueTokens({ repository, clock, hashing, limits: LIMITS, ...others, ...memory });
  const tokens = node();
  const store = (fields: Partial<ClientRow> = {}) => {
    const client = aClient(fields);
    client.secret_hash = fields.secret_hash ?? hashOf(client.client_id, 'right');
    repository.store(client);
    return client;
  };
  return { clock, hashing, repository, aMemory, node, tokens, store, timing, log, lockouts };
}

const hashOf = (client_id: string, secret: string) => fakeHash(fakeDigests.forHashing(client_id, secret));
const credentials = ({ client_id }: { client_id: string }, client_secret: string): TokenRequest => ({
  grant_type: 'client_credentials',
  client_id,
  client_secret,
});
const refresh = (refresh_token: string): TokenRequest => ({ grant_type: 'refresh_token', refresh_token });

/** What became of the calls, in their order: `ok` or the error's code. */
async function outcomes(calls: Promise<unknown>[]): Promise<string[]> {
  const results = await Promise.allSettled(calls);
  return results.map((result) =>
    result.status === 'fulfilled' ? 'ok' : (result.reason as DomainError).code,
  );
}
const tally = (codes: string[]) =>
  Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((one) => one === code).length]));
const times = <T>(count: number, call: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => call(index));

describe('client credentials', () => {
  test('are answered with an access token of an hour for what the client may do, and a refresh token', async () => {
    const { tokens, store, clock } = set();
    const { client_id, company_id, permissions } = store();
    const { access_token, refresh_token, ...rest } = await tokens.issue(credentials({ client_id }, 'right'));
    expect(rest).toEqual({ token_type: 'bearer', expires_in: 3600 });
    expect(JSON.parse(access_token)).toMatchObject({
      client_id,
      company_id,
      permissions,
      now: clock.now().toISOString(),
      lifetime_s: 3600,
    });
    expect(await tokens.issue(refresh(refresh_token))).toMatchObject(rest);
  });

  test.each<[string, TokenRequest]>([
    ['client_id is absent', { grant_type: 'client_credentials', client_secret: 's' }],
    ['client_id is null', { grant_type: 'client_credentials', client_id: null, client_secret: 's' }],
    ['client_id is empty', { grant_type: 'client_credentials', client_id: '', client_secret: 's' }],
    ['client_secret is absent', { grant_type: 'client_credentials', client_id: 'a' }],
    ['client_secret is null', { grant_type: 'client_credentials', client_id: 'a', client_secret: null }],
    ['client_secret is empty', { grant_type: 'client_credentials', client_id: 'a', client_secret: '' }],
    ['refresh_token is absent', { grant_type: 'refresh_token', client_id: 'a', client_secret: 's' }],
    ['refresh_token is null', { grant_type: 'refresh_token', refresh_token: null }],
    ['refresh_token is empty', { grant_type: 'refresh_token', refresh_token: '' }],
  ])('are an invalid_request when %s', async (_case, request) => {
    await expect(set().tokens.issue(request)).rejects.toMatchObject({ code: 'invalid_request', status: 400 });
  });

  test('of the first unknown id take the steps of a known one, those of later ones a look-up alone', async () => {
    const [known, unknown] = [set(), set()];
    const { client_id } = known.store();
    const guess = (tokens: IssueTokens, id: string) =>
      outcomes([tokens.issue(credentials({ client_id: id }, 'wrong'))]);
    expect(await guess(known.tokens, client_id)).toEqual(['invalid_credentials']);
    expect(await guess(unknown.tokens, client_id)).toEqual(['invalid_credentials']);
    expect(unknown.repository.calls).toEqual(known.repository.calls);
    expect(unknown.hashing.checked).toHaveLength(1);
    for (let index = 0; index < 50; index++) await guess(unknown.tokens, `stranger ${index}`);
    const steps = new Map(known.repository.calls);
    expect(unknown.repository.calls).toEqual(steps.set('findSecrets', 51));
    expect(unknown.hashing.checked).toHaveLength(1);
  });

  test.each(['a\0b', '\ud800', 'x'.repeat(64), '😀'.repeat(64)])(
    'with an id that is none (%j) never reach a client',
    async (client_id) => {
      const { tokens, repository } = set();
      const codes = await outcomes(times(11, () => tokens.issue(credentials({ client_id }, 'right'))));
      expect(tally(codes)).toEqual({ invalid_credentials: 10, too_many_requests: 1 });
      expect([...repository.attempts.keys()]).toEqual(['']);
    },
  );

  test('replace the refresh token of before, whoever held it', async () => {
    const { tokens, store } = set();
    const client = store();
    const first = await tokens.issue(credentials(client, 'right'));
    const second = await tokens.issue(credentials(client, 'right'));
    expect(await outcomes([tokens.issue(refresh(first.refresh_token))])).toEqual(['invalid_grant']);
    expect(await outcomes([tokens.issue(refresh(second.refresh_token))])).toEqual(['ok']);
  });
});

describe('secrets that were found right', () => {
  test('are not hashed again within five minutes', async () => {
    const { tokens, store, hashing, clock } = set();
    const client = store();
    for (const seconds of [0, 299, 2]) {
      clock.advance(seconds);
      await tokens.issue(credentials(client, 'right'));
    }
    expect(hashing.checked).toHaveLength(2);
  });

  test('serve 50 parallel requests with one hash; the last refresh token is the live one', async () => {
    const { tokens, store, hashing, repository } = set();
    const client = store();
    const answers = await Promise.all(times(50, () => tokens.issue(credentials(client, 'right'))));
    expect(hashing.checked).toHaveLength(1);
    expect(repository.calls.get('findSecrets')).toBe(1);
    expect(new Set(answers.map(({ refresh_token }) => refresh_token)).size).toBe(50);
    const codes = await outcomes(answers.map(({ refresh_token }) => tokens.issue(refresh(refresh_token))));
    expect(codes).toEqual([...times(49, () => 'invalid_grant'), 'ok']);
  });

  test('of a batch whose refresh token was replaced at once revoke nothing when it comes again', async () => {
    const { tokens, store, clock } = set();
    const client = store();
    const answers = await Promise.all(times(20, () => tokens.issue(credentials(client, 'right'))));
    const next = await tokens.issue(refresh(answers.at(-1)!.refresh_token));
    clock.advance(60);
    await outcomes(answers.slice(0, -1).map(({ refresh_token }) => tokens.issue(refresh(refresh_token))));
    expect(await outcomes([tokens.issue(refresh(next.refresh_token))])).toEqual(['ok']);
  });

  test('are refused at once when the secret is rotated, on every node', async () => {
    const { tokens, node, store, hashing, repository } = set();
    const other = node();
    const client = store();
    await Promise.all([tokens, other].map((each) => each.issue(credentials(client, 'right'))));
    repository.store({ ...client, secret_hash: hashOf(client.client_id, 'new') });
    expect(await outcomes([tokens, other].map((each) => each.issue(credentials(client, 'right'))))).toEqual(
      times(2, () => 'invalid_credentials'),
    );
    expect(await outcomes([tokens.issue(credentials(client, 'new'))])).toEqual(['ok']);
    expect(hashing.checked).toHaveLength(5);
  });

  test('live beside the new one until the previous secret expires', async () => {
    const { tokens, store, clock, repository } = set();
    const client = store({ previous_secret_expires_at: new Date(clock.now().getTime() + 60_000) });
    repository.store({ ...client, previous_secret_hash: hashOf(client.client_id, 'old') });
    const both = () => outcomes(['old', 'right'].map((secret) => tokens.issue(credentials(client, secret))));
    expect(await both()).toEqual(['ok', 'ok']);
    clock.advance(59);
    expect(await both()).toEqual(['ok', 'ok']);
    clock.advance(1);
    expect(await both()).toEqual(['invalid_credentials', 'ok']);
  });

  test('are told that the client is inactive, at once and uncounted; who guesses is not', async () => {
    const { tokens, store, repository } = set();
    const client = store();
    await tokens.issue(credentials(client, 'right'));
    repository.store({ ...client, active: false });
    const codes = await outcomes(
      times(30, (index) => tokens.issue(credentials(client, index % 10 === 0 ? 'wrong' : 'right'))),
    );
    expect(tally(codes)).toEqual({ client_inactive: 27, invalid_credentials: 3 });
    expect(repository.attempts.get(client.client_id)?.count).toBe(3);
  });

  test('are told so when they were never verified before', async () => {
    const { tokens, store, repository } = set();
    const client = store({ active: false });
    const codes = await outcomes(
      ['wrong', 'right', 'wrong', 'right'].map((secret) => tokens.issue(credentials(client, secret))),
    );
    expect(codes).toEqual([
      'invalid_credentials',
      'client_inactive',
      'invalid_credentials',
      'client_inactive',
    ]);
    expect(repository.attempts.get(client.client_id)?.count).toBe(2);
  });
});

describe('the lock-out', () => {
  const kinds = [
    ['a known client', true],
    ['an unknown id', false],
  ] as const;

  test.each(kinds)('lets 10 of 100 parallel guesses on %s be checked', async (_case, known) => {
    const { tokens, store, hashing } = set();
    const client = known ? store() : aClient();
    const codes = await outcomes(times(100, (index) => tokens.issue(credentials(client, `wrong ${index}`))));
    expect(tally(codes)).toEqual({ invalid_credentials: 10, too_many_requests: 90 });
    expect(hashing.checked).toHaveLength(known ? 10 : 1);
  });

  test.each([
    ['one unknown id wait for each other', () => 'nobody', 1],
    ['several unknown ids do not', (index: number) => `nobody ${index}`, 8],
  ])('parallel guesses at %s', async (_case, idOf, most) => {
    const { tokens, store, timing } = set();
    await outcomes(times(4, () => tokens.issue(credentials(store(), 'wrong'))));
    await outcomes(times(8, (index) => tokens.issue(credentials({ client_id: idOf(index) }, 'guess'))));
    expect(timing.pauses).toHaveLength(8);
    expect(timing.most_running).toBe(most);
  });

  test.each(kinds)('of %s is logged once, when it begins', async (_case, known) => {
    const { tokens, store, log } = set();
    const client = known ? store() : aClient();
    await outcomes(times(9, () => tokens.issue(credentials(client, 'wrong'))));
    expect(log.lines).toEqual([]);
    await outcomes(times(50, () => tokens.issue(credentials(client, 'wrong'))));
    expect(log.lines).toEqual([
      {
        level: 'warn',
        message: 'A client_id is locked out',
        members: { client_id: client.client_id, count: 10 },
      },
    ]);
  });

  test('of a known client is recorded by the attempt that begins it, for that request', async () => {
    const { tokens, store, lockouts, clock } = set();
    const client = store();
    const attempt = (request_id: string) =>
      outcomes([tokens.issue(credentials(client, 'wrong'), request_id)]);
    for (let n = 1; n < 10; n++) await attempt(`request ${n}`);
    expect(lockouts).toEqual([]);
    await attempt('request 10');
    const window = { window_started_at: clock.now(), count: 10 };
    expect(lockouts).toEqual([{ client_id: client.client_id, window, request_id: 'request 10' }]);
  });

  test('is not recorded when the last attempt has the right secret, nor of an unknown id', async () => {
    const { tokens, store, lockouts } = set();
    const client = store();
    await outcomes(times(9, () => tokens.issue(credentials(client, 'wrong'))));
    expect(await outcomes([tokens.issue(credentials(client, 'right'))])).toEqual(['ok']);
    await outcomes(times(12, () => tokens.issue(credentials(aClient(), 'wrong'))));
    expect(lockouts).toEqual([]);
  });

  test('that was left without its event is recorded by the next attempt that it refuses', async () => {
    const { tokens, store, lockouts, clock, repository } = set();
    const client = store();
    // They are verified by a node that has ended.
    for (let n = 0; n < 10; n++) await repository.reserveAttempt(client.client_id, clock.now(), LIMITS);
    const refused = () => outcomes([tokens.issue(credentials(client, 'right'), 'the next')]);
    expect(await refused()).toEqual(['too_many_requests']);
    expect(lockouts).toMatchObject([{ client_id: client.client_id, request_id: 'the next' }]);
    repository.markLockout(client.client_id);
    expect(await refused()).toEqual(['too_many_requests']);
    expect(lockouts).toHaveLength(1);
  });

  test('of an id that no log can show is logged without it', async () => {
    const { tokens, log } = set();
    const client = { client_id: 'a\u001b[31m' };
    await outcomes(times(10, () => tokens.issue(credentials(client, 'wrong'))));
    expect(log.lines.map(({ members }) => members['client_id'])).toEqual(['(unprintable)']);
  });

  test('holds over two nodes: 10 of 200 parallel guesses are checked', async () => {
    const { tokens, node, store, hashing } = set();
    const other = node();
    const client = store();
    const codes = await outcomes(
      times(200, (index) => (index % 2 ? tokens : other).issue(credentials(client, `wrong ${index}`))),
    );
    expect(tally(codes)).toEqual({ invalid_credentials: 10, too_many_requests: 190 });
    expect(hashing.checked).toHaveLength(10);
  });

  test.each(kinds)(
    'of %s ends with the window of the first failure, which attempts meanwhile do not prolong',
    async (_case, known) => {
      const { tokens, store, clock } = set();
      const client = known ? store() : aClient();
      const attempt = () => tokens.issue(credentials(client, 'wrong'));
      for (let failure = 0; failure < 10; failure++) {
        expect(await outcomes([attempt()])).toEqual(['invalid_credentials']);
        clock.advance(10);
      }
      await expect(attempt()).rejects.toMatchObject({
        code: 'too_many_requests',
        status: 429,
        options: { retry_after_s: 800 },
      });
      clock.advance(799.5);
      await expect(attempt()).rejects.toMatchObject({ options: { retry_after_s: 0.5 } });
      clock.advance(0.5);
      expect(await outcomes(times(11, attempt))).toEqual([
        ...times(10, () => 'invalid_credentials'),
        'too_many_requests',
      ]);
    },
  );

  test('holds for the right secret, remembered or not, and not for the refresh token', async () => {
    const { tokens, node, store, clock } = set();
    const client = store();
    const { refresh_token } = await tokens.issue(credentials(client, 'right'));
    await outcomes(times(10, () => tokens.issue(credentials(client, 'wrong'))));
    const right = () => outcomes([tokens, node()].map((each) => each.issue(credentials(client, 'right'))));
    expect(await right()).toEqual(['too_many_requests', 'too_many_requests']);
    expect(await outcomes([tokens.issue(refresh(refresh_token))])).toEqual(['ok']);
    clock.advance(900);
    expect(await right()).toEqual(['ok', 'ok']);
  });

  test('is decided before a client is said to be inactive', async () => {
    const { tokens, store } = set();
    const client = store({ active: false });
    await outcomes(times(10, () => tokens.issue(credentials(client, 'wrong'))));
    expect(await outcomes([tokens.issue(credentials(client, 'right'))])).toEqual(['too_many_requests']);
  });

  test('begins to count anew after a success, the tenth attempt included', async () => {
    const { tokens, store } = set();
    const client = store();
    for (let round = 0; round < 3; round++) {
      expect(await outcomes(times(9, () => tokens.issue(credentials(client, 'wrong'))))).toEqual(
        times(9, () => 'invalid_credentials'),
      );
      expect(await outcomes([tokens.issue(credentials(client, 'right'))])).toEqual(['ok']);
    }
  });

  test('does not count or forget anything for refresh tokens and requests that lack a member', async () => {
    const { tokens, store, repository } = set();
    const client = store();
    const { refresh_token } = await tokens.issue(credentials(client, 'right'));
    await outcomes(times(3, () => tokens.issue(credentials(client, 'wrong'))));
    await tokens.issue(refresh(refresh_token));
    await outcomes(times(20, () => tokens.issue(refresh('nonsense'))));
    await outcomes(times(20, () => tokens.issue(credentials(client, ''))));
    expect(repository.attempts.get(client.client_id)?.count).toBe(3);
  });

  test('keeps the counters of real clients through a flood of 12,000 unknown ids, more than are counted', async () => {
    const { tokens, store, repository } = set();
    const client = store();
    await outcomes(times(9, () => tokens.issue(credentials(client, 'wrong'))));
    for (let hundred = 0; hundred < 120; hundred++) {
      await outcomes(
        times(100, (index) =>
          tokens.issue(credentials({ client_id: `stranger ${hundred * 100 + index}` }, 'guess')),
        ),
      );
    }
    expect([...repository.attempts.keys()]).toEqual([client.client_id]);
    expect(await outcomes(times(2, () => tokens.issue(credentials(client, 'wrong'))))).toEqual([
      'invalid_credentials',
      'too_many_requests',
    ]);
  });
});

describe('when too many secrets wait to be checked', () => {
  test('one more is refused, known and unknown alike, and nothing is counted', async () => {
    const { tokens, store, repository, hashing } = set({ places: 2 });
    const [one, other, known, remembered] = [store(), store(), store(), store()];
    await tokens.issue(credentials(remembered, 'right'));
    const codes = await outcomes([
      tokens.issue(credentials(one, 'wrong')),
      tokens.issue(credentials(other, 'wrong')),
      tokens.issue(credentials(known, 'right')),
      tokens.issue(credentials({ client_id: 'nobody' }, 'wrong')),
      tokens.issue(credentials(remembered, 'right')),
    ]);
    expect(codes).toEqual([
      'invalid_credentials',
      'invalid_credentials',
      'internal_error',
      'internal_error',
      'ok',
    ]);
    expect(repository.attempts.has(known.client_id)).toBe(false);
    expect(hashing.most_running).toBe(2);
  });

  test('unknown ids take no place', async () => {
    const { tokens, store, hashing } = set({ places: 1 });
    const [first, client] = [store(), store()];
    await tokens.issue(credentials(first, 'right')); // its duration is drawn from below
    const strangers = outcomes(
      times(500, (index) => tokens.issue(credentials({ client_id: `stranger ${index}` }, 'guess'))),
    );
    expect(await outcomes([tokens.issue(credentials(client, 'right'))])).toEqual(['ok']);
    expect(tally(await strangers)['invalid_credentials']).toBeGreaterThan(0);
    expect(hashing.checked).toHaveLength(2);
  });

  test.each([
    ['a known client', true],
    ['an unknown id', false],
  ])('a check that breaks does not count, for %s', async (_case, known) => {
    const { tokens, store, hashing } = set();
    const client = known ? store() : aClient();
    hashing.failure = new Error('broken');
    for (let failure = 0; failure < 20; failure++) {
      await expect(tokens.issue(credentials(client, 'wrong'))).rejects.toThrow('broken');
    }
    hashing.failure = undefined;
    expect(tally(await outcomes(times(11, () => tokens.issue(credentials(client, 'wrong')))))).toEqual({
      invalid_credentials: 10,
      too_many_requests: 1,
    });
  });
});

describe('requests that wait for a verification of their client', () => {
  test('are refused with it when the client is locked out: the other ones are not looked up', async () => {
    const { tokens, store, repository } = set();
    const client = store();
    const codes = await outcomes(times(100, (index) => tokens.issue(credentials(client, `wrong ${index}`))));
    expect(tally(codes)).toEqual({ invalid_credentials: 10, too_many_requests: 90 });
    expect(repository.calls.get('findSecrets')).toBe(11);
  });

  test('fail with it when it breaks, and the next request is verified', async () => {
    const { tokens, store, hashing } = set();
    const client = store();
    hashing.failure = new Error('broken');
    const results = await Promise.allSettled(
      times(20, (index) => tokens.issue(credentials(client, `guess ${index}`))),
    );
    expect(results).toEqual(times(20, () => ({ status: 'rejected', reason: hashing.failure })));
    expect(hashing.most_running).toBe(1);
    hashing.failure = undefined;
    expect(await outcomes([tokens.issue(credentials(client, 'right'))])).toEqual(['ok']);
  });

  test('wait for its tokens too, since its attempt counts as failed until they are issued', async () => {
    const { tokens, store, repository } = set();
    const client = store();
    for (const n of times(9, (n) => n)) await outcomes([tokens.issue(credentials(client, `wrong ${n}`))]);
    const issue = repository.issue.bind(repository);
    let late: Promise<string[]> | undefined;
    repository.issue = (...claim) => {
      repository.issue = issue;
      late = outcomes([tokens.issue(credentials(client, 'right'))]);
      return issue(...claim);
    };
    expect(await outcomes([tokens.issue(credentials(client, 'right'))])).toEqual(['ok']);
    expect(await late).toEqual(['ok']);
  });

  test('are verified one after the other when their secrets differ, in the order of their arrival', async () => {
    const { tokens, store, hashing } = set();
    const client = store();
    const secrets = ['wrong 1', 'right', 'wrong 2', 'right', 'wrong 3'];
    const codes = await outcomes(secrets.map((secret) => tokens.issue(credentials(client, secret))));
    expect(codes).toEqual(['invalid_credentials', 'ok', 'invalid_credentials', 'ok', 'invalid_credentials']);
    const verified = ['wrong 1', 'right', 'wrong 2', 'wrong 3'];
    expect(hashing.checked).toEqual(
      verified.map((secret) => fakeDigests.forHashing(client.client_id, secret)),
    );
    expect(hashing.most_running).toBe(1);
  });

  test('with the right secret do not count when their tokens cannot be stored in time, and are not verified again', async () => {
    const time = { now: 0 };
    const current = new AsyncLocalStorage<number>();
    const deadlines: Deadlines = {
      ...NO_DEADLINES,
      now_ms: () => time.now,
      current: () => current.getStore() ?? Infinity,
      within: (deadline, work) => current.run(deadline, work),
    };
    const repository = new MemoryTokenRepository();
    const { tokens, store, hashing } = set({ deadlines, repository });
    const client = store();
    const issue = repository.issue.bind(repository);
    const release = repository.releaseAttempt.bind(repository);
    repository.issue = () => {
      time.now += 1_000;
      return Promise.reject(new Error('too slow'));
    };
    repository.releaseAttempt = (...args) =>
      deadlines.current() > time.now ? release(...args) : Promise.reject(new Error('too late'));
    for (let n = 0; n < LIMITS.attempts; n++) {
      const answer = current.run(time.now + 500, () => tokens.issue(credentials(client, 'right')));
      await expect(answer).rejects.toThrow('too slow');
    }
    repository.issue = issue;
    expect(await outcomes([tokens.issue(credentials(client, 'right'))])).toEqual(['ok']);
    expect(hashing.checked).toHaveLength(1);
  });

  test('are refused alone when too little of their time is left; the others are verified', async () => {
    const time = { now: 0 };
    const current = new AsyncLocalStorage<number>();
    const deadlines = { ...NO_DEADLINES, now_ms: () => time.now, current: () => current.getStore()! };
    const { tokens, store, hashing } = set({ deadlines });
    const client = store();
    hashing.duringCheck = () => (time.now += 100);
    const before = (deadline: number, secret: string) =>
      current.run(deadline, () => tokens.issue(credentials(client, secret)));
    const codes = await outcomes([
      before(1000, 'wrong 1'),
      before(349, 'right'),
      before(350, 'wrong 2'),
      before(1000, 'right'),
    ]);
    expect(codes).toEqual(['invalid_credentials', 'internal_error', 'invalid_credentials', 'ok']);
    expect(hashing.checked).toHaveLength(3);
  });
});

describe('the processes of a node', () => {
  test('verify one secret of a client at a time, so that parallel right requests are not locked out', async () => {
    const { aMemory, node, store, hashing } = set();
    const memory = aMemory();
    const client = store();
    const processes = times(12, () => node(memory)); // more than the attempts that are allowed
    const codes = await outcomes(times(48, (n) => processes[n % 12]!.issue(credentials(client, 'right'))));
    expect(tally(codes)).toEqual({ ok: 48 });
    expect(hashing.most_running).toBe(1);
  });

  test.each([
    ['right', ['ok', 'ok']],
    ['wrong', ['invalid_credentials', 'too_many_requests']],
  ])(
    'look at a lockout again after the verification of another process, which finds its secret %s',
    async (secret, expected) => {
      const { aMemory, node, store, hashing } = set();
      const memory = aMemory();
      const [one, other] = [node(memory), node(memory)];
      const client = store();
      await one.issue(credentials(client, 'right'));
      for (const n of times(9, (n) => n)) await outcomes([other.issue(credentials(client, `wrong ${n}`))]);
      let remembered: Promise<unknown> | undefined;
      hashing.duringCheck = () => void (remembered ??= one.issue(credentials(client, 'right')));
      const [tenth] = await outcomes([other.issue(credentials(client, secret))]);
      expect([tenth, ...(await outcomes([remembered!]))]).toEqual(expected);
    },
  );

  test.each(['known', 'unknown'])('lock a client_id that is %s out after the same guesses', async (kind) => {
    const { aMemory, node, store } = set();
    const memory = aMemory();
    const client = kind === 'known' ? store() : aClient();
    const processes = times(4, () => node(memory));
    const codes = await outcomes(
      times(40, (n) => processes[n % 4]!.issue(credentials(client, `guess ${n}`))),
    );
    expect(tally(codes)).toEqual({ invalid_credentials: 10, too_many_requests: 30 });
  });
});

describe('a client whose secret is remembered', () => {
  test('is not kept waiting by guesses on it that are being checked', async () => {
    const { tokens, store, hashing } = set();
    const client = store();
    await tokens.issue(credentials(client, 'right'));
    const guesses = outcomes(times(9, () => tokens.issue(credentials(client, 'wrong'))));
    await tokens.issue(credentials(client, 'right'));
    expect(hashing.checked.length).toBeLessThan(4);
    expect(await guesses).toEqual(times(9, () => 'invalid_credentials'));
  });
});

describe('a refresh token', () => {
  const issued = async (harness: ReturnType<typeof set>) => {
    const client = harness.store();
    const { refresh_token } = await harness.tokens.issue(credentials(client, 'right'));
    const use = async (token: string) => (await harness.tokens.issue(refresh(token))).refresh_token;
    return { client, first: refresh_token, use };
  };

  test('works once: one of 64 parallel uses on two nodes wins', async () => {
    const harness = set();
    const { first } = await issued(harness);
    const other = harness.node();
    const codes = await outcomes(
      times(64, (index) => (index % 2 ? harness.tokens : other).issue(refresh(first))),
    );
    expect(tally(codes)).toEqual({ ok: 1, invalid_grant: 63 });
  });

  test('takes the permissions that the client has by now', async () => {
    const harness = set();
    const { client, first } = await issued(harness);
    harness.repository.store({ ...client, permissions: { journal: ['delete'] } });
    const { access_token } = await harness.tokens.issue(refresh(first));
    expect(JSON.parse(access_token)).toMatchObject({ permissions: { journal: ['delete'] } });
  });

  test.each([
    ['within 10 s of its use, though used before', [0], 10, 'ok'],
    ['more than 10 s after its use', [0], 10.001, 'invalid_grant'],
    ['long after its use, just after its successor’s', [0, 11], 0, 'invalid_grant'],
    ['just after its use and that of three successors', [0, 3, 3, 3], 1, 'ok'],
  ])('that comes again %s', async (_case, pauses, seconds, live) => {
    const harness = set();
    const { first, use } = await issued(harness);
    let token = first;
    for (const pause of pauses) {
      harness.clock.advance(pause);
      token = await use(token);
    }
    harness.clock.advance(seconds);
    expect(await outcomes([use(first)])).toEqual(['invalid_grant']);
    expect(await outcomes([use(token)])).toEqual([live]);
  });

  test('of an earlier family changes nothing, however old', async () => {
    const harness = set();
    const { client, first, use } = await issued(harness);
    const second = await use(first);
    const { refresh_token } = await harness.tokens.issue(credentials(client, 'right'));
    harness.clock.advance(3600);
    expect(await outcomes([use(first), use(second)])).toEqual(['invalid_grant', 'invalid_grant']);
    expect(await outcomes([use(refresh_token)])).toEqual(['ok']);
  });

  test('that was never given out is refused without a look at the store', async () => {
    const { tokens, repository } = set();
    expect(await outcomes([tokens.issue(refresh('nonsense'))])).toEqual(['invalid_grant']);
    expect(repository.calls.size).toBe(0);
  });

  test('of an inactive client says so and stays; a used one is an invalid_grant', async () => {
    const harness = set();
    const { client, first, use } = await issued(harness);
    const second = await use(first);
    harness.repository.store({ ...client, active: false });
    expect(await outcomes([use(first), use(second), use(second)])).toEqual([
      'invalid_grant',
      'client_inactive',
      'client_inactive',
    ]);
    harness.repository.store({ ...client, active: true });
    expect(await outcomes([use(second)])).toEqual(['ok']);
  });
});
