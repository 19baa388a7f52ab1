import type { Kysely } from 'kysely';
import { CoalescedTokens } from '../../../src/adapters/postgres/access/coalesced-tokens';
import { connect } from '../../../src/adapters/postgres/connect';
import type { DB } from '../../../src/adapters/postgres/database';
import {
  loadInstallationKey,
  PostgresTokenRepository,
} from '../../../src/adapters/postgres/access/token-repository';
import type { TokenRepository } from '../../../src/ports/access/token-repository';
import { NO_DEADLINES } from '../../../src/ports/deadlines';
import { aClient, storeClient } from '../../support/clients';
import { createDatabase, type TestDatabase } from '../../support/database';
import { testTokenRepository } from '../../support/contracts/token-repository-contract';
import { untilWaiting } from '../../support/waiting-statements';

describe('tokens in Postgres', () => {
  let database: TestDatabase;
  let db: Kysely<DB>;
  let other: Kysely<DB>;
  beforeAll(async () => {
    database = await createDatabase();
    db = connect(database.url, { pool_size: 10 });
    other = connect(database.url, { pool_size: 10 });
  });
  afterAll(async () => {
    await Promise.all([db.destroy(), other.destroy()]);
    await database.drop();
  });

  describe.each([
    ['each call a statement', (on: Kysely<DB>) => new PostgresTokenRepository(on)],
    ['coalesced', (on: Kysely<DB>) => new CoalescedTokens(on, NO_DEADLINES)],
  ])('%s', (_how, make) => {
    let repository: TokenRepository;
    beforeAll(() => {
      repository = make(db);
    });
    testTokenRepository(() => ({ repository, store: (client) => storeClient(db, client) }));
  });

  test('all nodes that start at once get the same installation key', async () => {
    const keys = await Promise.all([db, other, db, other].map((node) => loadInstallationKey(node)));
    expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1);
    expect(keys[0]).toHaveLength(32);
  });

  test('a secret that is being rotated issues nothing: the statement waits for the rotation', async () => {
    const client = aClient();
    await storeClient(db, client);
    const repository = new PostgresTokenRepository(db);
    const refresh_token = {
      token: '',
      family: '00000000-0000-4000-8000-000000000000',
      generation: 0,
      token_hash: Buffer.alloc(32),
    };
    const issue = {
      client_id: client.client_id,
      secret_hash: client.secret_hash,
      reserved: false,
      refresh_token,
    };

    let pending: Promise<unknown> | undefined;
    await other.transaction().execute(async (rotation) => {
      await rotation
        .updateTable('client')
        .set({ secret_hash: 'new' })
        .where('client_id', '=', client.client_id)
        .execute();
      pending = repository.issue(issue, new Date(), { attempts: 10, window_s: 900 });
      await untilWaiting(other, 1);
      await rotation.deleteFrom('refresh_token').where('client_id', '=', client.client_id).execute();
    });
    expect(await pending).toEqual({ outcome: 'superseded' });
    const left = await db
      .selectFrom('refresh_token')
      .select('family')
      .where('client_id', '=', client.client_id)
      .execute();
    expect(left).toEqual([]);
  });
});
