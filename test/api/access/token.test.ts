import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import type { Kysely } from 'kysely';
import { Client } from 'pg';
import { tokenRoute } from '../../../src/adapters/api/access/token-route';
import { BcryptPool } from '../../../src/adapters/bcrypt/bcrypt-pool';
import { createApp } from '../../../src/adapters/http/app';
import { ProcessTiming } from '../../../src/adapters/process-timing';
import { JwtAccessTokens } from '../../../src/adapters/jwt-access-tokens';
import { connect } from '../../../src/adapters/postgres/connect';
import type { DB } from '../../../src/adapters/postgres/database';
import { CoalescedTokens } from '../../../src/adapters/postgres/access/coalesced-tokens';
import { loadInstallationKey } from '../../../src/adapters/postgres/access/token-repository';
import { PostgresUnitsOfWork } from '../../../src/adapters/postgres/units/units-of-work';
import { SealedRefreshTokens } from '../../../src/adapters/random/sealed-refresh-tokens';
import { HmacSecretDigests, keyFor } from '../../../src/adapters/secret-digests';
import { NO_DEADLINES } from '../../../src/ports/deadlines';
import { ClientSecrets } from '../../../src/use-cases/access/client-secrets';
import { IssueTokens } from '../../../src/use-cases/access/issue-tokens';
import { KeyedMutexInMemory } from '../../../src/adapters/node-memory/keyed-mutex';
import { AttemptWindowsInMemory } from '../../../src/adapters/node-memory/attempt-windows';
import { CompromisedFamilies } from '../../../src/use-cases/access/compromised-families';
import { Lockouts } from '../../../src/use-cases/access/lockouts';
import { aClient, storeClient, storedText } from '../../support/clients';
import { createDatabase, type TestDatabase } from '../../support/database';
import { documented } from '../../support/documented-answers';
import type { ClientRow } from '../../support/memory/tokens';
import { eventRecorder } from '../../support/event-recorder';
import { FakeClock } from '../../support/token-fakes';
import { until } from '../../support/until';
import { NO_UNITS } from '../../support/no-units';

const LIMITS = { attempts: 10, window_s: 900 };
const clock = new FakeClock();
const access_tokens = new JwtAccessTokens({
  keys: [{ kid: 'test', secret: 'a secret of at least thirty-two bytes' }],
  issuer: 'https://invoicing.example',
  audience: 'invoicing',
});

/** All log lines, with all properties of errors. */
const logged: string[] = [];
const record = (...line: unknown[]) =>
  void logged.push(inspect(line, { depth: 10, showHidden: true, maxStringLength: null }));
const log = { info: record, warn: record, error: record };

/** One node of the service with the token route only. */
interface Node {
  readonly db: Kysely<DB>;
  readonly url: string;
  readonly hashing: BcryptPool;
  readonly secrets: ClientSecrets;
  stop(): Promise<void>;
}

async function startNode(database_url: string): Promise<Node> {
  const db = connect(database_url, { pool_size: 10 });
  const key = await loadInstallationKey(db);
  const hashing = new BcryptPool({ cost: 4, size: 2 });
  const digests = new HmacSecretDigests(key);
  const units = new PostgresUnitsOfWork(db, eventRecorder(clock));
  const tokens = new IssueTokens({
    ...{
      repository: new CoalescedTokens(db, NO_DEADLINES),
      digests,
      hashing,
      access_tokens,
      clock,
      limits: LIMITS,
      timing: new ProcessTiming(),
      log,
      lockouts: new Lockouts(units, LIMITS, log),
      compromised: new CompromisedFamilies(units, log),
      unknown_attempts: new AttemptWindowsInMemory(),
      verification_mutex: new KeyedMutexInMemory(),
    },
    refresh_tokens: new SealedRefreshTokens(keyFor('refresh token', key)),
  });
  const routes = [tokenRoute(tokens)];
  const server: Server = createServer(
    documented(createApp({ routes, authenticate: () => undefined, log, units: NO_UNITS }), () => routes),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...{ db, hashing, secrets: new ClientSecrets(digests, hashing) },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/auth/token`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await hashing.close();
      await db.destroy();
    },
  };
}

let database: TestDatabase;
let one: Node;
let other: Node;
beforeAll(async () => {
  database = await createDatabase();
  [one, other] = await Promise.all([startNode(database.url), startNode(database.url)]);
});
afterAll(async () => {
  await Promise.all([one, other].map((node) => node.stop()));
  await database.drop();
});

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The envelope's code, when the response has one. */
  readonly code: string | undefined;
  readonly body: { access_token: string; refresh_token: string; detail: unknown[] };
}

interface PostOptions {
  readonly node?: Node;
  readonly headers?: Record<string, string>;
}

async function post(
  body: RequestInit['body'],
  { node = one, headers = {} }: PostOptions = {},
): Promise<Answer> {
  const response = await fetch(node.url, {
    method: 'POST',
    body: body ?? null,
    headers: { 'content-type': 'application/json', ...headers },
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const json = (isJson ? JSON.parse(text) : {}) as Answer['body'] & { error?: { code: string } };
  return { status: response.status, headers: response.headers, text, code: json.error?.code, body: json };
}
const send = (body: unknown, options: PostOptions = {}) => post(JSON.stringify(body), options);
const authenticate = (client_id: string, client_secret: string, node = one) =>
  send({ grant_type: 'client_credentials', client_id, client_secret }, { node });
const refresh = (refresh_token: string, node = one) =>
  send({ grant_type: 'refresh_token', refresh_token }, { node });

async function stored(secret: string, fields: Partial<ClientRow> = {}): Promise<ClientRow> {
  const client = aClient(fields);
  client.secret_hash = await one.secrets.hashSecret(client.client_id, secret);
  await storeClient(one.db, client);
  return client;
}

const times = <T>(count: number, call: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => call(index));
function tally(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, code } of answers) {
    const name = code ?? String(status);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describe('a response with tokens', () => {
  test('has four fields, forbids caching, and its access token authenticates the client', async () => {
    const client = await stored('right', {
      permissions: { document: ['read', 'create'], journal: ['update'] },
    });
    const { status, headers, body } = await authenticate(client.client_id, 'right');
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^[\w-]{91}$/),
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('pragma')).toBe('no-cache');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(access_tokens.verify(body.access_token, clock.now())).toEqual({
      client_id: client.client_id,
      company_id: client.company_id,
      scope: new Set(['document:create', 'document:read', 'journal:update']),
      expires_at: new Date(clock.now().getTime() + 3_600_000),
    });
    expect(
      access_tokens.verify(body.access_token, new Date(clock.now().getTime() + 3_600_000)),
    ).toBeUndefined();
  });

  test('has the same fields for a refresh token, which is then used up', async () => {
    const client = await stored('right');
    const first = await authenticate(client.client_id, 'right');
    const second = await refresh(first.body.refresh_token);
    expect(Object.keys(second.body)).toEqual(Object.keys(first.body));
    expect(second.body.refresh_token).not.toBe(first.body.refresh_token);
    expect((await refresh(first.body.refresh_token)).code).toBe('invalid_grant');
    expect((await refresh(second.body.refresh_token)).status).toBe(200);
  });

  test('does not depend on an Authorization header, unknown fields or a charset', async () => {
    const client = await stored('right');
    const request = { grant_type: 'client_credentials', client_id: client.client_id, client_secret: 'right' };
    const headers = { authorization: 'Bearer nonsense', 'content-type': 'Application/JSON; charset="UTF-8"' };
    expect((await send({ ...request, scope: 'everything', refresh_token: null }, { headers })).status).toBe(
      200,
    );
    expect((await post(`\ufeff${JSON.stringify(request)}`)).status).toBe(200);
  });
});

describe('a request of another shape', () => {
  const missing = { loc: ['body', 'grant_type'], msg: 'Field required', type: 'missing' };
  const expected = `'client_credentials' or 'refresh_token'`;
  const literal = {
    loc: ['body', 'grant_type'],
    msg: `Input should be ${expected}`,
    type: 'literal_error',
    ctx: { expected },
  };
  const text = (name: string) => ({
    loc: ['body', name],
    msg: 'Input should be a valid string',
    type: 'string_type',
  });
  const long = (name: string, max_length: number) => ({
    loc: ['body', name],
    msg: `String should have at most ${max_length} characters`,
    type: 'string_too_long',
    ctx: { max_length },
  });
  const grant = { grant_type: 'client_credentials' };

  test.each<[string, unknown, unknown[]]>([
    ['no grant_type', {}, [missing]],
    ['an unknown grant_type', { grant_type: 'password' }, [literal]],
    ['null for grant_type', { grant_type: null }, [literal]],
    ['a grant_type of another case', { grant_type: 'Refresh_Token' }, [literal]],
    ['a list with the grant_type', { grant_type: ['refresh_token'] }, [literal]],
    ['a grant_type of 20,000 characters', { grant_type: 'x'.repeat(20_000) }, [literal]],
    ['a number for client_id', { ...grant, client_id: 1, client_secret: 's' }, [text('client_id')]],
    ['an object for client_secret', { ...grant, client_id: 'c', client_secret: {} }, [text('client_secret')]],
    ['a boolean for refresh_token', { ...grant, refresh_token: false }, [text('refresh_token')]],
    [
      'a client_id of 65 characters',
      { ...grant, client_id: 'x'.repeat(65), client_secret: 's' },
      [long('client_id', 64)],
    ],
    [
      'a client_id of 65 characters beyond the BMP',
      { ...grant, client_id: '😀'.repeat(65) },
      [long('client_id', 64)],
    ],
    [
      'a client_secret of 201 characters',
      { ...grant, client_id: 'c', client_secret: 'x'.repeat(201) },
      [long('client_secret', 200)],
    ],
    [
      'a client_secret of 20,000 characters',
      { ...grant, client_id: 'c', client_secret: 'x'.repeat(20_000) },
      [long('client_secret', 200)],
    ],
    [
      'a refresh_token of 201 characters',
      { grant_type: 'refresh_token', refresh_token: 'x'.repeat(201) },
      [long('refresh_token', 200)],
    ],
    [
      'several problems',
      { client_id: 'x'.repeat(65), client_secret: 7, refresh_token: 'y'.repeat(201) },
      [missing, long('client_id', 64), text('client_secret'), long('refresh_token', 200)],
    ],
  ])('with %s is a 422 that lists every error', async (_case, request, detail) => {
    const { status, headers, body } = await send(request);
    expect([status, body]).toEqual([422, { detail }]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('pragma')).toBe('no-cache');
  });

  test('with a number that is too long to be exact is refused as not a string', async () => {
    const { status, body } = await post(
      '{"grant_type":"client_credentials","client_id":12345678901234567890,"client_secret":"s"}',
    );
    expect([status, body.detail]).toEqual([422, [text('client_id')]]);
  });

  const right = '{"grant_type":"client_credentials","client_id":"c","client_secret":"s"}';
  test.each<[string, string | Uint8Array | null, Record<string, string>, string]>([
    ['nothing', null, {}, 'json_invalid'],
    ['broken JSON', right.slice(0, -1), {}, 'json_invalid'],
    ['an array', `[${right}]`, {}, 'model_attributes_type'],
    ['a string', JSON.stringify(right), {}, 'model_attributes_type'],
    ['null', 'null', {}, 'model_attributes_type'],
    ['JSON that is not UTF-8', Buffer.from(right.replace('"c"', '"é"'), 'latin1'), {}, 'json_invalid'],
    ['lists within lists', `{"grant_type":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, {}, 'json_invalid'],
    [
      'a form',
      'grant_type=client_credentials&client_id=c',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'json_invalid',
    ],
    ['JSON with a text content type', right, { 'content-type': 'text/plain' }, 'json_invalid'],
    [
      'JSON of another charset',
      right,
      { 'content-type': 'application/json; charset=utf-16' },
      'json_invalid',
    ],
    ['JSON with Content-Encoding: gzip', right, { 'content-encoding': 'gzip' }, 'json_invalid'],
  ])('that is %s is a 422 about the body', async (_case, body, headers, type) => {
    const answer = await post(body as RequestInit['body'], { headers });
    expect([answer.status, answer.body]).toEqual([
      422,
      { detail: [{ loc: ['body'], msg: expect.any(String), type }] },
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('that is a form is told to be JSON, and where the settings of OAuth libraries are', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' };
    const { body } = await post('grant_type=client_credentials', { headers });
    const msg =
      'JSON: must be sent as application/json, not as a form; docs/oauth.md has the settings for OAuth libraries';
    expect(body.detail).toEqual([{ loc: ['body'], msg, type: 'json_invalid' }]);
  });

  test('of more than 1 MiB is a plain 413', async () => {
    const { status, text: said, headers } = await post(`{"grant_type":"${'x'.repeat(1024 * 1024)}"}`);
    expect([status, said]).toEqual([413, 'Payload Too Large']);
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('of just under 1 MiB is validated like any other', async () => {
    expect((await post(`{"grant_type":"${'x'.repeat(1024 * 1024 - 100)}"}`)).body.detail).toEqual([literal]);
  });

  test.each([
    ['without client_id', { ...grant, client_secret: 's' }],
    ['with null for client_secret', { ...grant, client_id: 'c', client_secret: null }],
    ['with an empty client_id', { ...grant, client_id: '', client_secret: 's' }],
    ['with an empty refresh_token', { grant_type: 'refresh_token', refresh_token: '' }],
  ])('%s is an invalid_request', async (_case, request) => {
    const { status, code, headers } = await send(request);
    expect([status, code]).toEqual([400, 'invalid_request']);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['NUL in the id', { client_id: 'a\0b', client_secret: 's' }],
    ['a lone surrogate in the id', { client_id: '\ud800', client_secret: 's' }],
    ['64 characters beyond the BMP', { client_id: '😀'.repeat(64), client_secret: '😀'.repeat(200) }],
    ['NUL and a lone surrogate in the secret', { client_id: 'c', client_secret: '\0\udfff' }],
  ])('with %s is refused as unknown credentials', async (_case, credentials) => {
    const { status, code, headers } = await send({ ...grant, ...credentials });
    expect([status, code]).toEqual([401, 'invalid_credentials']);
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(headers.get('cache-control')).toBe('no-store');
    const token = { grant_type: 'refresh_token', refresh_token: credentials.client_secret };
    expect((await send(token)).code).toBe('invalid_grant');
  });
});

describe('a secret', () => {
  test('of 200 characters is compared with every character', async () => {
    const secret = `${'é'.repeat(100)}${'x'.repeat(99)}z`;
    const client = await stored(secret);
    expect((await authenticate(client.client_id, secret)).status).toBe(200);
    for (const index of [0, 72, 73, 150, 199]) {
      const wrong = `${secret.slice(0, index)}?${secret.slice(index + 1)}`;
      expect((await authenticate(client.client_id, wrong)).code).toBe('invalid_credentials');
    }
    expect((await authenticate(client.client_id, secret.slice(0, 199))).code).toBe('invalid_credentials');
  });

  test('with U+FFFD does not match ill-formed text', async () => {
    const client = await stored('secret \ufffd');
    expect((await authenticate(client.client_id, 'secret \ud800')).code).toBe('invalid_credentials');
    expect((await authenticate(client.client_id, 'secret \ufffd')).status).toBe(200);
  });

  test('that was rotated is refused at once on every node that has cached it; one that is kept beside it is not', async () => {
    const client = await stored('old');
    const on = (secret: string) =>
      Promise.all([one, other].map((node) => authenticate(client.client_id, secret, node)));
    expect(tally(await on('old'))).toEqual({ 200: 2 });
    const previous_secret_hash = client.secret_hash;
    client.secret_hash = await one.secrets.hashSecret(client.client_id, 'new', previous_secret_hash);
    await storeClient(one.db, client);
    expect(tally(await on('old'))).toEqual({ invalid_credentials: 2 });
    expect(tally(await on('new'))).toEqual({ 200: 2 });

    const previous_secret_expires_at = new Date(clock.now().getTime() + 60_000);
    await storeClient(one.db, { ...client, previous_secret_hash, previous_secret_expires_at });
    expect(tally(await on('old'))).toEqual({ 200: 2 });
    clock.advance(60);
    expect(tally(await on('old'))).toEqual({ invalid_credentials: 2 });
  });

  test('of a deactivated client is refused at once on every node; only the right secret gets the reason', async () => {
    const client = await stored('right');
    const on = (secret: string) =>
      Promise.all([one, other].map((node) => authenticate(client.client_id, secret, node)));
    expect(tally(await on('right'))).toEqual({ 200: 2 });
    await storeClient(one.db, { ...client, active: false });
    expect(tally(await on('right'))).toEqual({ client_inactive: 2 });
    expect(tally(await on('wrong'))).toEqual({ invalid_credentials: 2 });
  });

  test('serves 50 parallel requests without a cached verification', async () => {
    const client = await stored('right');
    expect(
      tally(
        await Promise.all(
          times(50, (index) => authenticate(client.client_id, 'right', index % 2 ? one : other)),
        ),
      ),
    ).toEqual({ 200: 50 });
  });
});

describe('the lockout', () => {
  test.each([
    ['a known client', true],
    ['an unknown id', false],
  ])('verifies 10 of 100 parallel guesses on %s, then gives its remaining time', async (_case, known) => {
    const { client_id } = known ? await stored('right') : aClient();
    const guesses = await Promise.all(times(100, (index) => authenticate(client_id, `wrong ${index}`)));
    expect(tally(guesses)).toEqual({ invalid_credentials: 10, too_many_requests: 90 });
    const refused = guesses.find(({ status }) => status === 429)!;
    expect(Number(refused.headers.get('retry-after'))).toBe(900);
    expect(refused.headers.get('cache-control')).toBe('no-store');
  });

  test('applies on every node, to the right secret too, and ends by the clock', async () => {
    const client = await stored('right');
    const { body } = await authenticate(client.client_id, 'right', other);
    await Promise.all(
      times(100, (index) => authenticate(client.client_id, `wrong ${index}`, index % 2 ? one : other)),
    );
    expect(
      tally(await Promise.all([one, other].map((node) => authenticate(client.client_id, 'right', node)))),
    ).toEqual({ too_many_requests: 2 });
    expect((await refresh(body.refresh_token)).status).toBe(200);
    clock.advance(899);
    expect((await authenticate(client.client_id, 'right')).headers.get('retry-after')).toBe('1');
    clock.advance(1);
    expect((await authenticate(client.client_id, 'right')).status).toBe(200);
  });

  test('keeps its counts through a flood of 5,000 unknown ids, during which every real client is served', async () => {
    const [guessed, busy] = await Promise.all([stored('right'), stored('right')]);
    await authenticate(busy.client_id, 'right');
    const unremembered = await Promise.all(times(10, () => stored('right')));
    for (let failure = 0; failure < 9; failure++) await authenticate(guessed.client_id, 'wrong');
    const flood: Answer[] = [];
    const served: Answer[] = [];
    for (let wave = 0; wave < 10; wave++) {
      const strangers = times(500, (index) => authenticate(`stranger ${wave * 500 + index}`, 'guess'));
      served.push(await authenticate(busy.client_id, 'right'));
      served.push(await authenticate(unremembered[wave]!.client_id, 'right'));
      flood.push(...(await Promise.all(strangers)));
    }
    expect(tally(served)).toEqual({ 200: 20 });
    expect(tally(flood)).toEqual({ invalid_credentials: 5000 });
    const rows = await one.db
      .selectFrom('failed_attempt')
      .select('client_id')
      .where('client_id', 'like', 'stranger%')
      .execute();
    expect(rows).toEqual([]);
    expect((await authenticate(guessed.client_id, 'wrong')).code).toBe('invalid_credentials');
    expect((await authenticate(guessed.client_id, 'wrong')).code).toBe('too_many_requests');
  });
});

describe('a failed authentication', () => {
  test.each(['a known client', 'nobody'])(
    'of %s is logged with the client_id and the address',
    async (who) => {
      const client_id = who === 'nobody' ? 'nobody whom we know' : (await stored('right')).client_id;
      logged.length = 0;
      await authenticate(client_id, 'wrong');
      const line = logged.find((text) => text.includes('Authentication failed'));
      expect(line).toMatch(/reason: 'invalid_credentials'/);
      expect(line).toMatch(/address: '(::ffff:)?127\.0\.0\.1'/);
      const of_the_request = logged.find((text) => text.includes("'request'"));
      expect(of_the_request).toContain(client_id);
    },
  );
});

describe('a refresh token', () => {
  test('is accepted for one of 64 parallel uses on two nodes, whose new token works', async () => {
    const client = await stored('right');
    const { body } = await authenticate(client.client_id, 'right');
    const answers = await Promise.all(
      times(64, (index) => refresh(body.refresh_token, index % 2 ? one : other)),
    );
    expect(tally(answers)).toEqual({ 200: 1, invalid_grant: 63 });
    const winner = answers.find(({ status }) => status === 200)!;
    expect((await refresh(winner.body.refresh_token)).status).toBe(200);
  });

  test('that is reused late ends its family; access tokens stay valid', async () => {
    const client = await stored('right');
    const first = await authenticate(client.client_id, 'right');
    const second = await refresh(first.body.refresh_token);
    clock.advance(10);
    expect((await refresh(first.body.refresh_token)).code).toBe('invalid_grant');
    const third = await refresh(second.body.refresh_token);
    expect(third.status).toBe(200);
    clock.advance(1);
    expect((await refresh(first.body.refresh_token, other)).code).toBe('invalid_grant');
    expect((await refresh(third.body.refresh_token)).code).toBe('invalid_grant');
    expect(access_tokens.verify(third.body.access_token, clock.now())).toBeDefined();
    expect((await authenticate(client.client_id, 'right')).status).toBe(200);
  });

  test.each([
    ['later than 10 s after its use ends its family', 11, 'invalid_grant'],
    ['within 10 s of its use changes nothing', 0, undefined],
  ])('that is reused %s, however many rotations followed since', async (_case, seconds, code) => {
    const client = await stored('right');
    const first = await authenticate(client.client_id, 'right');
    let last = await refresh(first.body.refresh_token);
    clock.advance(seconds);
    for (let rotation = 0; rotation < 40; rotation++) last = await refresh(last.body.refresh_token);
    expect((await refresh(first.body.refresh_token)).code).toBe('invalid_grant');
    expect((await refresh(last.body.refresh_token)).code).toBe(code);
  });

  test('of a deactivated client works again when the client is activated', async () => {
    const client = await stored('right');
    const { body } = await authenticate(client.client_id, 'right');
    await storeClient(one.db, { ...client, active: false });
    expect((await refresh(body.refresh_token)).code).toBe('client_inactive');
    await storeClient(one.db, client);
    expect((await refresh(body.refresh_token)).status).toBe(200);
  });
});

describe('a secret', () => {
  test('is in no log line, no error and no row', async () => {
    const [right, wrong] = ['the-right-secret-of-a-client', 'the-wrong-secret-of-a-client'];
    const client = await stored(right);
    const { body } = await authenticate(client.client_id, right);
    const errors = await Promise.all([
      authenticate(client.client_id, wrong),
      refresh(wrong),
      send({
        grant_type: wrong,
        client_id: [wrong],
        client_secret: wrong.repeat(10),
        refresh_token: wrong.repeat(10),
      }),
      post(`{"client_secret": "${wrong}"`),
      post(`client_secret=${wrong}`, { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    ]);
    const next = await refresh(body.refresh_token);
    errors.push(await refresh(body.refresh_token));

    const broken = await startNode(database.url);
    await broken.db.destroy();
    errors.push(
      await authenticate(client.client_id, right, broken),
      await refresh(next.body.refresh_token, broken),
    );
    expect(errors.at(-1)).toMatchObject({ status: 500, code: 'internal_error' });
    expect(errors.at(-1)?.headers.get('cache-control')).toBe('no-store');
    await broken.stop();

    const tokens = [body, next.body].flatMap(({ access_token, refresh_token }) => [
      access_token,
      refresh_token,
    ]);
    const rows = await storedText(one.db);
    expect(rows).toContain(createHash('sha256').update(next.body.refresh_token).digest('hex'));
    const said = [
      ...logged,
      ...errors.map(({ text, headers }) => text + JSON.stringify([...headers])),
      rows,
    ].join('\n');
    expect(said).toContain(client.client_id);
    for (const secret of [right, wrong, ...tokens]) expect(said.includes(secret)).toBe(false);
  });
});

describe('when the database stops responding', () => {
  test('the caller gets a response within 10 s', async () => {
    const client = await stored('right');
    const { body } = await authenticate(client.client_id, 'right');
    const locker = new Client({ connectionString: database.url });
    await locker.connect();
    await locker.query('begin');
    await locker.query('lock table refresh_token, client in access exclusive mode');
    try {
      const began = Date.now();
      const answers = await Promise.all([
        ...times(3, () => authenticate(client.client_id, 'right')),
        refresh(body.refresh_token),
        authenticate('nobody', 'guess'),
      ]);
      expect(tally(answers)).toEqual({ internal_error: 5 });
      expect(Date.now() - began).toBeLessThan(10_000);
    } finally {
      await locker.end();
    }
    // Requests that arrive while the failed ones are being answered may fail too.
    await until(async () => (await authenticate(client.client_id, 'right')).status === 200);
  });
});
