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

/** The path is the same from `src/` and from the compiled files. */
const FOLDER = path.join(__dirname, '../../../db/migrations');

/**
 * Applies all missing files of `db/migrations` in order of their names, in one transaction. Nodes that start at the
 * same time wait for each other; later ones find nothing to do.
 *
 * @param folder - folder of the migration files
 * @param last - the name of the last migration to apply; all of them when undefined
 * @throws Error that names the failing file; the whole run is rolled back then
 */
export async function migrateToLatest(url: string, folder = FOLDER, last?: string): Promise<void> {
  // An error of an idle connection is ignored here: the next statement reports it.
  const pool = openPool({ connectionString: url, max: 1 }, () => undefined);
  const db = new Kysely<unknown>({ dialect: new LockedDialect({ pool }) });
  try {
    await db.connection().execute(async (connection) => {
      // In read committed, the commits of another node are visible once the lock is acquired.
      await sql`begin isolation level read committed`.execute(connection);
      await sql`select pg_advisory_xact_lock(${LOCK}::bigint)`.execute(connection);
      const migrator = new Migrator({ db: connection, provider: sqlFiles(folder) });
      const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
      await sql.raw(error === undefined ? 'commit' : 'rollback').execute(connection);
      if (error) throw error as Error;
    });
  } finally {
    await db.destroy();
  }
}

/** The names of all migrations of this version, in order. */
export async function knownMigrations(): Promise<string[]> {
  return Object.keys(await sqlFiles(FOLDER).getMigrations()).sort();
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

/**
 * Each is sent by itself: Citus passes the whole text that it gets to the workers. A statement ends with `;` at the end
 * of a line or before a comment there.
 */
export const statementsOf = (text: string) => text.split(/; *(?:--.*)?$/m).filter((one) => one.trim() !== '');

async function run(file: string, text: string, db: Kysely<unknown>): Promise<void> {
  try {
    for (const statement of statementsOf(text)) await sql.raw(statement).execute(db);
  } catch (cause) {
    throw new Error(`The migration ${file} failed: ${(cause as Error).message}`, { cause });
  }
}

const LOCK = sql.lit('3853314791062309107');

/** Migrations that were renamed after databases had run them. */
const RENAMED = [['0006_attachment', '0005_attachment']] as const;

/**
 * Replaces Kysely's lock, which belongs to a session (a transaction pooler does not keep sessions) and is acquired only
 * after Kysely has created its tables. `migrateToLatest` acquires a transaction-level lock before the whole run.
 */
class LockedAdapter extends PostgresAdapter {
  override get supportsTransactionalDdl(): boolean {
    return false; // so that the migrator does not begin a transaction of its own
  }
  override async acquireMigrationLock(db: Kysely<unknown>): Promise<void> {
    for (const [before, now] of RENAMED) {
      await sql`update kysely_migration set name = ${now} where name = ${before}`.execute(db);
    }
  }
  override async releaseMigrationLock(): Promise<void> {
    // The lock is released with the transaction.
  }
}

class LockedDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new LockedAdapter();
  }
}
