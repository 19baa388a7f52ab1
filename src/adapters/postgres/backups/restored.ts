import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { Pool, PoolClient } from 'pg';
import { from } from 'pg-copy-streams';
import {
  type BackedUpTable,
  BackupFault,
  type Counter,
  type RestoredDatabase,
} from '../../../ports/backups/backup';
import { closePool, openPool } from '../connections/pool';
import { knownMigrations, migrateToLatest } from '../migrations';
import { NO_TIME_LIMITS, quoted, TABLES } from './catalogue';

export class PostgresRestoredDatabase implements RestoredDatabase {
  private readonly pool: Pool;
  private client: PoolClient | undefined;

  constructor(private readonly url: string) {
    this.pool = openPool({ connectionString: url, max: 1 }, () => undefined);
  }

  async begin(migration: string): Promise<readonly BackedUpTable[]> {
    if (!(await knownMigrations()).includes(migration))
      throw new BackupFault(
        `The backup is from a newer version of the service (migration ${migration}). Restore it with that version.`,
      );
    await this.assertEmpty();
    await migrateToLatest(this.url, { last: migration });
    await this.assertMigratedTo(migration);
    this.client = await this.pool.connect();
    await this.client.query('begin');
    await this.client.query(NO_TIME_LIMITS);
    return this.tables();
  }

  /** An interrupted restore leaves empty tables, into which the same backup can be restored. */
  private async assertEmpty(): Promise<void> {
    for (const { name } of await this.tables()) {
      const { rows } = await this.pool.query(`select 1 from ${quoted(name)} limit 1`);
      if (rows.length > 0)
        throw new BackupFault(
          `The database is not empty (table ${name}). Restore into a new database, or for the embedded one into a new DATA_DIR.`,
        );
    }
  }

  private async tables(): Promise<readonly BackedUpTable[]> {
    const { rows } = await (this.client ?? this.pool).query<BackedUpTable>(TABLES);
    return rows;
  }

  /** Migrations are not undone. Those that follow the backup change its rows, so they must not have run before. */
  private async assertMigratedTo(migration: string): Promise<void> {
    const { rows } = await this.pool.query<{ name: string }>(
      'select max(name) as name from kysely_migration',
    );
    if (rows[0]!.name !== migration)
      throw new BackupFault(
        `The database has the tables of a newer version than the backup (migration ${rows[0]!.name}). Restore into a new database, or for the embedded one into a new DATA_DIR.`,
      );
  }

  async insert({ name, columns }: BackedUpTable, rows: Uint8Array): Promise<number> {
    const copy = this.client!.query(
      from(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`),
    );
    await pipeline(Readable.from([rows]), copy);
    return copy.rowCount;
  }

  async commit(counters: readonly Counter[]): Promise<void> {
    for (const { table, column, last } of counters)
      await this.client!.query('select setval(pg_get_serial_sequence(quote_ident($1), $2), $3)', [
        table,
        column,
        last,
      ]);
    await this.client!.query('commit');
    await this.client!.query('analyze');
    await migrateToLatest(this.url);
  }

  async close(): Promise<void> {
    await closePool(this.pool, this.client);
  }
}
