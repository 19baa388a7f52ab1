import type { Pool, PoolClient } from 'pg';
import { to } from 'pg-copy-streams';
import {
  type BackedUpFile,
  type BackedUpTable,
  BackupFault,
  type Counter,
  type DatabaseSnapshot,
} from '../../../ports/backups/backup';
import { closePool, openPool } from '../connections/pool';
import { knownMigrations, knownTables } from '../migrations';
import { IDENTITY_COLUMNS, NO_TIME_LIMITS, ordered, quoted, TABLES } from './catalogue';

/** Rows are put together until they have this size, so that a piece ends with at most one larger row. */
const PIECE_BYTES = 4 * 1024 * 1024;
const FILES_AT_ONCE = 1_000;
const NEWLINE = 10;

/**
 * Opens a snapshot: a transaction that sees the database as it is now. Of the service, only migrations wait for its
 * locks.
 */
export async function openSnapshot(url: string): Promise<DatabaseSnapshot> {
  const pool = openPool({ connectionString: url, max: 2 }, () => undefined);
  let client: PoolClient | undefined;
  try {
    client = await pool.connect();
    await client.query('begin isolation level repeatable read read only');
    await client.query(NO_TIME_LIMITS);
    const { header, foreign_tables } = await contentOf(client);
    return new PostgresSnapshot(pool, client, header, foreign_tables);
  } catch (error) {
    await closePool(pool, client);
    throw error;
  }
}

async function contentOf(client: PoolClient): Promise<Pick<DatabaseSnapshot, 'header' | 'foreign_tables'>> {
  const migrated = await client.query<{ found: string | null }>(
    `select to_regclass('public.kysely_migration')::text as found`,
  );
  if (!migrated.rows[0]!.found)
    throw new BackupFault('The database has no tables of the service: there is nothing to back up.');
  const { rows: levels } = await client.query<{ name: string }>(
    'select name from kysely_migration order by name desc limit 1',
  );
  const { rows } = await client.query<BackedUpTable & { refers_to: string[] }>(TABLES);
  const { rows: sealed } = await client.query<{ key: string; sample: string }>(SEALED);
  const migration = levels[0]!.name;
  // The tables of a newer version are unknown here: all are backed up, and its restore leaves out the foreign ones.
  const own = (await knownMigrations()).includes(migration) ? await knownTables() : undefined;
  const isOwn = (name: string) => own === undefined || own.has(name);
  const tables = ordered(
    rows
      .filter(({ name }) => isOwn(name))
      .map((table) => ({ ...table, refers_to: table.refers_to.filter(isOwn) })),
  ).map(({ name, columns }) => ({ name, columns }));
  const foreign_tables = rows.map(({ name }) => name).filter((name) => !isOwn(name));
  return { header: { migration, tables, sealed }, foreign_tables };
}

/**
 * The name of the key is the part before the last dot. Databases of earlier releases have no column `older_secrets`. No
 * function is in a `from`: Citus would refuse it in a statement on all companies.
 */
const SEALED = `
select regexp_replace(sealed, '\\.[^.]*$', '') as key, min(sealed) as sample
from (
  select sealed_secret as sealed from webhook
  union all select previous_sealed_secret from webhook
  union all select jsonb_path_query(to_jsonb(webhook), '$.older_secrets[*].sealed_secret') #>> '{}' from webhook
) s
where sealed is not null
group by 1 order by 1`;

/**
 * Files that rows of documents refer to; uploads in progress and orphaned files are not backed up. No index has the
 * keys.
 */
const FILES = `
declare files cursor for
select key, size::float8 as size, sha256 from attachment
union all select key, size::float8, sha256 from reception
order by key`;

class PostgresSnapshot implements DatabaseSnapshot {
  private closed: Promise<void> | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly client: PoolClient,
    readonly header: DatabaseSnapshot['header'],
    readonly foreign_tables: readonly string[],
  ) {}

  async *rows({ name, columns }: BackedUpTable): AsyncGenerator<Uint8Array> {
    const text = `copy (select ${columns.map(quoted).join(', ')} from ${quoted(name)}) to stdout`;
    let pieces: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of this.client.query(to(text)) as AsyncIterable<Buffer>) {
      pieces.push(chunk);
      bytes += chunk.byteLength;
      const end = chunk.lastIndexOf(NEWLINE) + 1;
      if (bytes < PIECE_BYTES || end === 0) continue;
      const rest = chunk.subarray(end);
      yield Buffer.concat(pieces, bytes - rest.byteLength);
      pieces = [rest];
      bytes = rest.byteLength;
    }
    if (bytes > 0) yield Buffer.concat(pieces);
  }

  async counters(): Promise<Counter[]> {
    const { rows } = await this.client.query<Omit<Counter, 'last'> & { sequence: string }>(IDENTITY_COLUMNS);
    const counters: Counter[] = [];
    for (const { sequence, ...counter } of rows) {
      if (this.foreign_tables.includes(counter.table)) continue;
      const { rows: values } = await this.client.query<{ last: string }>(
        `select last_value::float8 as last from ${sequence}`,
      );
      counters.push({ ...counter, last: Number(values[0]!.last) });
    }
    return counters;
  }

  async *files(): AsyncGenerator<BackedUpFile> {
    await this.client.query(FILES);
    for (;;) {
      const { rows } = await this.client.query<BackedUpFile>(`fetch ${FILES_AT_ONCE} from files`);
      yield* rows;
      if (rows.length < FILES_AT_ONCE) break;
    }
    await this.client.query('close files');
  }

  async isDeleted(key: string): Promise<boolean> {
    // On a connection of its own, which sees the present state.
    const { rows } = await this.pool.query(
      'select 1 from attachment where key = $1 union all select 1 from reception where key = $1',
      [key],
    );
    return rows.length === 0;
  }

  close(): Promise<void> {
    return (this.closed ??= closePool(this.pool, this.client));
  }
}
