import { promises as fs } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
import { sqlStateOf } from './failures';

/** The path is the same from `src/` and from the compiled files. */
const FOLDER = path.join(__dirname, '../../../db/migrations');

/**
 * How long a migration waits for the lock of a table, in milliseconds. Meanwhile the statements of running nodes wait
 * behind it, and between two runs they are executed.
 */
const LOCK_TIMEOUT_MS = 4_000;
const PAUSE_MS = 4_000;
const MAX_RUNS = 15;

/** SQLSTATE `lock_not_available`. */
const LOCK_NOT_AVAILABLE = '55P03';
/** SQLSTATE `in_failed_sql_transaction`. */
const TRANSACTION_IS_ABORTED = '25P02';
/** SQLSTATEs after which a run is repeated. A run that has altered one table and waits for another may deadlock. */
const REPEATED: ReadonlySet<string | undefined> = new Set([LOCK_NOT_AVAILABLE, '40P01']);

interface MigrationOptions {
  /** Folder of the migration files. */
  readonly folder?: string;
  /** The name of the last migration to apply; all of them when undefined. */
  readonly last?: string | undefined;
  /** Factor of the time-out and of the pauses; below 1 in tests. */
  readonly pace?: number;
}

/**
 * Applies all missing files of `db/migrations` in order of their names, in one transaction. Nodes that start at the
 * same time wait for each other; later ones find nothing to do. A run that cannot lock a table is repeated for two
 * minutes.
 *
 * @throws Error that names the failing file; the whole run is rolled back then
 */
export async function migrateToLatest(url: string, options: MigrationOptions = {}): Promise<void> {
  const { folder = FOLDER, last, pace = 1 } = options;
  // An error of an idle connection is ignored here: the next statement reports it.
  const pool = openPool({ connectionString: url, max: 1 }, () => undefined);
  // Kysely queries on after an error of creating its tables, and then reports only that the transaction is aborted.
  let aborting: Error | undefined;
  const db = new Kysely<unknown>({
    dialect: new LockedDialect({ pool }),
    log: (event) => {
      if (event.level === 'error' && sqlStateOf(event.error) !== TRANSACTION_IS_ABORTED)
        aborting = event.error as Error;
    },
  });
  try {
    for (let run = 1; ; run++) {
      const error = await migrated(db, sqlFiles(folder), last, LOCK_TIMEOUT_MS * pace);
      if (!error) return;
      if (sqlStateOf(error) === TRANSACTION_IS_ABORTED) throw aborting ?? error;
      if (!REPEATED.has(sqlStateOf(error)) || run === MAX_RUNS) throw error;
      await sleep(PAUSE_MS * pace);
    }
  } finally {
    await db.destroy();
  }
}

/** @returns why the run failed */
async function migrated(
  db: Kysely<unknown>,
  provider: MigrationProvider,
  last: string | undefined,
  lock_timeout_ms: number,
): Promise<Error | undefined> {
  return db.connection().execute(async (connection) => {
    // In read committed, the commits of another node are visible once the lock is acquired.
    await sql`begin isolation level read committed`.execute(connection);
    await sql`select pg_advisory_xact_lock(${LOCK}::bigint)`.execute(connection);
    await sql`select set_config('lock_timeout', ${String(lock_timeout_ms)}, true)`.execute(connection);
    const migrator = new Migrator({ db: connection, provider });
    const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
    await sql.raw(error === undefined ? 'commit' : 'rollback').execute(connection);
    return error as Error | undefined;
  });
}

/** The names of all migrations of this version, in order. */
export async function knownMigrations(): Promise<string[]> {
  return Object.keys(await sqlFiles(FOLDER).getMigrations()).sort();
}

/** The names of the tables of the service. A database of an earlier version has some of them. */
export async function knownTables(): Promise<ReadonlySet<string>> {
  const files = await textsOf(FOLDER);
  const created = files.flatMap(({ text }) => [...text.matchAll(/^create table (\w+)/gm)]);
  return new Set(created.map(([, name]) => name!));
}

const sqlFiles = (folder: string): MigrationProvider => ({
  async getMigrations() {
    const files = await textsOf(folder);
    return Object.fromEntries(
      files.map(({ file, text }): [string, Migration] => [
        path.basename(file, '.sql'),
        { up: (db) => run(file, text, db) },
      ]),
    );
  },
});

async function textsOf(folder: string): Promise<{ readonly file: string; readonly text: string }[]> {
  const files = (await fs.readdir(folder)).filter((file) => file.endsWith('.sql'));
  return Promise.all(
    files.map(async (file) => ({ file, text: await fs.readFile(path.join(folder, file), 'utf8') })),
  );
}

/**
 * Each is sent by itself: Citus passes the whole text that it gets to the workers. A statement ends with `;` at the end
 * of a line or before a comment there, but not within a block in `$$`.
 */
export function statementsOf(text: string): string[] {
  const statements = [''];
  for (const [index, part] of text.split('$$').entries()) {
    const is_block = index % 2 === 1;
    const [rest, ...others] = is_block ? [`$$${part}$$`] : part.split(/; *(?:--.*)?$/m);
    statements.push(statements.pop()! + rest!, ...others);
  }
  return statements.filter((one) => one.trim() !== '');
}

async function run(file: string, text: string, db: Kysely<unknown>): Promise<void> {
  try {
    for (const statement of statementsOf(text)) await sql.raw(statement).execute(db);
  } catch (cause) {
    const hint =
      sqlStateOf(cause) === LOCK_NOT_AVAILABLE
        ? ': a backup or another long transaction is running. Start again when it has ended'
        : '';
    throw new Error(`The migration ${file} failed: ${(cause as Error).message}${hint}`, { cause });
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
