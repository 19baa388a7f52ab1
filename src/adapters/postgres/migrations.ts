import { promises as fs } from 'node:fs';
import path from 'node:path';
import {
  Kysely,
  type Migration,
  type MigrationProvider,
  Migrator,
  PostgresAdapter,
  PostgresDialect,
  sql,
} from 'kysely';
import { openPool } from './connections/pool';

/** `db/` stands beside `src/` and beside what `src/` is compiled to. */
const FOLDER = path.join(__dirname, '../../../db/migrations');

/**
 * Brings the schema up to date: all missing files of `db/migrations`, in the order of their names, in one
 * transaction. Several nodes may start at once: the others wait, and then find nothing to do.
 *
 * @param folder - of the files
 * @throws Error that names the failing file; nothing of the run is kept then
 */
export async function migrateToLatest(url: string, folder = FOLDER): Promise<void> {
  // When the connection breaks while it is idle, the next statement reports it.
  const pool = openPool({ connectionString: url, max: 1 }, () => undefined);
  const db = new Kysely<unknown>({ dialect: new LockedDialect({ pool }) });
  try {
    await db.connection().execute(async (connection) => {
      // Read committed: what another node committed is seen once the lock is taken.
      await sql`begin isolation level read committed`.execute(connection);
      await sql`select pg_advisory_xact_lock(${LOCK}::bigint)`.execute(connection);
      const { error } = await new Migrator({
        db: connection,
        provider: sqlFiles(folder),
      }).migrateToLatest();
      await sql.raw(error === undefined ? 'commit' : 'rollback').execute(connection);
      if (error) throw error as Error;
    });
  } finally {
    await db.destroy();
  }
}

const sqlFiles = (folder: string): MigrationProvider => ({
  async getMigrations() {
    const files = (await fs.readdir(folder)).filter((file) => file.endsWith('.sql'));
    const migrations = await Promise.all(
      files.map(async (file): Promise<[string, Migration]> => {
        const text = await fs.readFile(path.join(folder, file), 'utf8');
        return [path.basename(file, '.sql'), { up: (db) => run(file, text, db) }];
      }),
    );
    return Object.fromEntries(migrations);
  },
});

async function run(file: string, text: string, db: Kysely<unknown>): Promise<void> {
  try {
    await sql.raw(text).execute(db);
  } catch (cause) {
    throw new Error(`The migration ${file} failed: ${(cause as Error).message}`, { cause });
  }
}

const LOCK = sql.lit('3853314791062309107');

/** Migrations whose files got another name after databases had run them. */
const RENAMED = [['0006_attachment', '0005_attachment']] as const;

/**
 * Kysely's own lock belongs to a session, which a transaction pooler does not keep, and it is taken only after Kysely
 * created its tables. The lock of `migrateToLatest` belongs to the transaction that the whole run is part of.
 */
class LockedAdapter extends PostgresAdapter {
  override get supportsTransactionalDdl(): boolean {
    return false; // the migrator opens no transaction of its own
  }
  override async acquireMigrationLock(db: Kysely<unknown>): Promise<void> {
    for (const [before, now] of RENAMED) {
      await sql`update kysely_migration set name = ${now} where name = ${before}`.execute(db);
    }
  }
  override async releaseMigrationLock(): Promise<void> {
    // It ends with the transaction.
  }
}

class LockedDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new LockedAdapter();
  }
}
