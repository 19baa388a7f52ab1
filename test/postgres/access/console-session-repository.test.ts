import { randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { PostgresConsoleSessionRepository } from '../../../src/adapters/postgres/access/console-session-repository';
import { connect } from '../../../src/adapters/postgres/connect';
import type { DB } from '../../../src/adapters/postgres/database';
import type { ConsoleSession } from '../../../src/domain/access/console-session';
import { createDatabase, type TestDatabase } from '../../support/database';
import { WireProxy } from '../../support/wire-proxy';

const LIMITS = { connect_ms: 400, unit_ms: 1_200, resolve_ms: 800 };
const OPENED_WITH = randomBytes(32);

let database: TestDatabase;
let proxy: WireProxy;
let db: Kysely<DB>;
let repository: PostgresConsoleSessionRepository;

beforeEach(async () => {
  database = await createDatabase();
  proxy = await WireProxy.start(database.url);
  db = connect(proxy.url, { pool_size: 2, limits: LIMITS });
  repository = new PostgresConsoleSessionRepository(db);
});
afterEach(async () => {
  await db.destroy();
  await proxy.stop();
  await database.drop();
});

async function insert(): Promise<ConsoleSession> {
  const session: ConsoleSession = {
    ...{ id: randomUUID(), source_address: '192.0.2.1', user_agent: null },
    ...{ began_at: new Date(), seen_at: new Date(), person: null },
  };
  await repository.insert(session, { token_digest: randomBytes(32), opened_with: OPENED_WITH });
  return session;
}
const ids = async () => (await repository.list(OPENED_WITH)).map(({ id }) => id);
const LATER = { error_name: 'internal_error', options: { retry_after_s: 2 } };

describe('A session of the console when the response of the database is lost', () => {
  /** What happens to the next packet: the server gets it, or not. */
  const lose = (what: 'lose the answer' | 'cut') => void (proxy.fault = { at: 1, what });

  test('is stored when the database has it', async () => {
    await ids(); // the connection is open
    lose('lose the answer');
    const { id } = await insert();
    expect(await ids()).toEqual([id]);
  });

  test('is ended when its row is gone', async () => {
    const { id } = await insert();
    lose('lose the answer');
    await repository.delete(id);
    expect(await ids()).toEqual([]);
  });

  test('ends the others when their rows are gone', async () => {
    await insert();
    const { id } = await insert();
    lose('lose the answer');
    await repository.deleteOthers(id);
    expect(await ids()).toEqual([id]);
  });

  test('stays, with a response that permits a retry, when the statement did not arrive', async () => {
    const sessions = [await insert(), await insert()].map(({ id }) => id);
    lose('cut');
    await expect(repository.delete(sessions[0]!)).rejects.toMatchObject(LATER);
    await ids();
    lose('cut');
    await expect(repository.deleteOthers(sessions[0]!)).rejects.toMatchObject(LATER);
    await ids();
    lose('cut');
    await expect(insert()).rejects.toMatchObject(LATER);
    expect((await ids()).sort()).toEqual(sessions.sort());
  });
});
