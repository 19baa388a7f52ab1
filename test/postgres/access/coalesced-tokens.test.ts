import { randomBytes, randomUUID } from 'node:crypto';
import { CompiledQuery, type Kysely, type KyselyPlugin } from 'kysely';
import { CoalescedTokens } from '../../../src/adapters/postgres/access/coalesced-tokens';
import { connect } from '../../../src/adapters/postgres/connect';
import type { DB } from '../../../src/adapters/postgres/database';
import type { RefreshToken } from '../../../src/domain/access/tokens';
import { NO_DEADLINES } from '../../../src/ports/deadlines';
import { aClient, storeClient } from '../../support/clients';
import { createDatabase, type TestDatabase } from '../../support/database';
import type { ClientRow } from '../../support/memory/tokens';
import { untilWaiting } from '../../support/waiting-statements';

const LIMITS = { attempts: 3, window_s: 900 };
const NOW = new Date('2026-03-01T12:00:00Z');

let database: TestDatabase;
let db: Kysely<DB>;
let tokens: CoalescedTokens;
/** The statements that `tokens` has executed. */
let statements = 0;

const COUNTING: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    statements += 1;
    return result;
  },
};

beforeAll(async () => {
  database = await createDatabase();
  db = connect(database.url, { pool_size: 4 });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});
beforeEach(() => {
  tokens = new CoalescedTokens(db.withPlugin(COUNTING), NO_DEADLINES);
  statements = 0;
});

const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);
const aToken = (): RefreshToken => ({
  token: '',
  family: randomUUID(),
  generation: 0,
  token_hash: randomBytes(32),
});
const following = ({ family, generation }: RefreshToken): RefreshToken => ({
  ...aToken(),
  family,
  generation: generation + 1,
});
async function stored(): Promise<ClientRow> {
  const client = aClient();
  await storeClient(db, client);
  return client;
}
const issue = (
  { client_id, secret_hash }: ClientRow,
  { refresh_token = aToken(), reserved = false, now = NOW } = {},
) => tokens.issue({ client_id, secret_hash, reserved, refresh_token }, now, LIMITS);
const rotate = (used: RefreshToken) => tokens.rotate({ used, next: following(used) }, NOW);
const isActive = async (token: RefreshToken) => (await tokens.findUnusable(token))?.active;

/** Starts the calls, with the second half of them while the statement of the first half runs. */
async function inTwoHalves<T>(calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  const half = calls.length / 2;
  const first = calls.slice(0, half).map((call) => call());
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  return Promise.all([...first, ...calls.slice(half).map((call) => call())]);
}

describe('Look-ups of secrets', () => {
  test('that arrive while one runs share the next statement, whatever the client', async () => {
    const clients = [await stored(), await stored()];
    const ids = [...times(10, () => clients[0]!.client_id), ...times(10, () => clients[1]!.client_id)];
    const found = await inTwoHalves(ids.map((id) => () => tokens.findSecrets(id)));
    const hashes = clients.flatMap(({ secret_hash }) => times(10, () => secret_hash));
    expect(found.map((one) => one?.secret_hash)).toEqual(hashes);
    expect(statements).toBe(2);
  });
});

describe('Issues for a client', () => {
  test('that arrive while one runs share the next statement, which stores the last refresh token', async () => {
    const client = await stored();
    const refresh_tokens = times(50, aToken);
    const results = await inTwoHalves(
      refresh_tokens.map((refresh_token) => () => issue(client, { refresh_token })),
    );
    expect(statements).toBe(2);
    for (const result of results) {
      expect(result).toMatchObject({ outcome: 'issued', holder: { client_id: client.client_id } });
    }
    expect(await Promise.all(refresh_tokens.map(isActive))).toEqual([...times(49, () => undefined), true]);
  });

  test('do not share a statement with those for another client, or for another hash', async () => {
    const [one, other] = [await stored(), await stored()];
    const superseded = { ...one, secret_hash: 'an earlier hash' };
    const results = await Promise.all([issue(one), issue(superseded), issue(other), issue(one)]);
    expect(results.map(({ outcome }) => outcome)).toEqual(['issued', 'superseded', 'issued', 'issued']);
    expect(statements).toBe(3);
  });

  test('that share a statement succeed while locked out when one of them has reserved its attempt', async () => {
    const client = await stored();
    for (const _ of times(LIMITS.attempts, () => 0))
      await tokens.reserveAttempt(client.client_id, NOW, LIMITS);
    expect(await issue(client)).toMatchObject({ outcome: 'locked' });
    const results = await Promise.all([issue(client), issue(client, { reserved: true }), issue(client)]);
    expect(results.map(({ outcome }) => outcome)).toEqual(['issued', 'issued', 'issued']);
  });

  test('that share a statement are decided at the latest of their times', async () => {
    const expires_at = new Date(NOW.getTime() + 1000);
    const client = { ...(await stored()), previous_secret_expires_at: expires_at };
    await storeClient(db, {
      ...client,
      previous_secret_hash: client.secret_hash,
      secret_hash: 'the next hash',
    });
    const results = await Promise.all([issue(client, { now: expires_at }), issue(client)]);
    expect(results.map(({ outcome }) => outcome)).toEqual(['superseded', 'superseded']);
  });

  test('fail together when their statement fails; those of another client do not', async () => {
    const [client, other] = [await stored(), await stored()];
    const broken = { ...aToken(), family: 'no UUID' };
    const results = await Promise.allSettled([
      issue(client),
      issue(client, { refresh_token: broken }),
      issue(other),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect(await issue(client)).toMatchObject({ outcome: 'issued' });
  });
});

describe('Rotations', () => {
  test('that arrive while one runs share the next statement, whatever the client', async () => {
    const first = times(10, aToken);
    for (const refresh_token of first) await issue(await stored(), { refresh_token });
    statements = 0;
    const holders = await inTwoHalves(first.map((token) => () => rotate(token)));
    expect(new Set(holders.map((holder) => holder?.client_id)).size).toBe(10);
    expect(statements).toBe(2);
  });

  test('of one token take a statement each, of which one succeeds', async () => {
    const refresh_token = aToken();
    await issue(await stored(), { refresh_token });
    statements = 0;
    const holders = await Promise.all(times(3, () => rotate(refresh_token)));
    expect(holders.filter(Boolean)).toHaveLength(1);
    expect(statements).toBe(3);
  });

  test('of the same tokens on two nodes do not deadlock, in whatever order they arrive', async () => {
    const nodes = [0, 1].map(() => connect(asLarge(database.url), { pool_size: 1 }));
    const [one, other] = nodes.map((node) => new CoalescedTokens(node, NO_DEADLINES));
    const [first, middle, last] = times(3, aToken) as [RefreshToken, RefreshToken, RefreshToken];
    for (const refresh_token of [first, middle, last]) await issue(await stored(), { refresh_token });
    const rotateOn = (node: CoalescedTokens, order: readonly RefreshToken[]) =>
      Promise.all(order.map((used) => node.rotate({ used, next: following(used) }, NOW)));
    const holders = await db.transaction().execute(async (trx) => {
      // Each statement has locked what it comes to before the middle one when this transaction ends.
      await trx
        .selectFrom('refresh_token')
        .select('family')
        .where('family', '=', middle.family)
        .forUpdate()
        .execute();
      const rotated = [rotateOn(one!, [first, middle, last]), rotateOn(other!, [last, middle, first])];
      await untilWaiting(db, 2);
      return rotated;
    });
    expect((await Promise.all(holders)).flat().filter(Boolean)).toHaveLength(3);
    await Promise.all(nodes.map((node) => node.destroy()));
  });
});

/** Connections that plan as with a large table, whose rows are found by the index, one after the other. */
function asLarge(url: string): string {
  const address = new URL(url);
  address.searchParams.set('options', '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off');
  return address.href;
}

test('A statement that fails leaves nothing behind: the next call is executed', async () => {
  await db.executeQuery(CompiledQuery.raw('alter table failed_attempt rename to hidden'));
  const [id, other] = [(await stored()).client_id, (await stored()).client_id];
  const failed = await Promise.allSettled([id, other].map((one) => tokens.findSecrets(one)));
  await db.executeQuery(CompiledQuery.raw('alter table hidden rename to failed_attempt'));
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await tokens.findSecrets(id)).toBeDefined();
});
