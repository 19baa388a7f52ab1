import { sql } from 'kysely';
import { connect } from '../../../src/adapters/postgres/connect';
import { PostgresSigningKeyRepository } from '../../../src/adapters/postgres/events/signing-key-repository';
import { createDatabase } from '../../support/database';

test('A signing key whose insertion waits too long is not stored afterwards', async () => {
  const database = await createDatabase();
  const limits = { connect_ms: 400, unit_ms: 500, resolve_ms: 4_000 };
  const db = connect(database.url, { pool_size: 2, limits });
  const locker = connect(database.url, { pool_size: 1 });
  try {
    const keys = new PostgresSigningKeyRepository(db);
    const [private_key, created_at] = [new Uint8Array(32), new Date()];
    const key = { number: 1, key_id: 'a-key', public_key: 'public', private_key, created_at };
    await locker.transaction().execute(async (trx) => {
      await sql`lock table signing_key in share mode`.execute(trx);
      await expect(keys.insert(key)).rejects.toThrow();
    });
    expect(await keys.list()).toEqual([]);
    expect(await keys.insert(key)).toBe(true);
    expect(await keys.insert({ ...key, key_id: 'another-key' })).toBe(false);
  } finally {
    await Promise.all([db.destroy(), locker.destroy()]);
    await database.drop();
  }
});
