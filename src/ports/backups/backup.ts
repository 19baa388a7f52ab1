import type { StoredFile } from '../documents/storage';

/** A table of the database, with the columns that are stored (not those that are computed). */
export interface BackedUpTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The first entry of a backup. */
export interface BackupHeader {
  readonly format: typeof BACKUP_FORMAT;
  readonly made_at: string;
  /** The last migration that the database had run. */
  readonly migration: string;
  /** In an order in which no row refers to a row of a later table. */
  readonly tables: readonly BackedUpTable[];
  /** One sealed secret of a webhook for each key that sealed any: a restore needs these keys. */
  readonly sealed: readonly { readonly key: string; readonly sample: string }[];
}

export const BACKUP_FORMAT = 'invoicing-service backup 1';

/** The last entry of a backup: what the others contain. */
export interface BackupManifest {
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly sha256: string }[];
  readonly counters: readonly Counter[];
  readonly files: { readonly count: number; readonly bytes: number; readonly sha256: string };
}

/** The counter of an identity column. */
export interface Counter {
  readonly table: string;
  readonly column: string;
  readonly last: number;
}

/** A file of the file store that a row refers to. */
export type BackedUpFile = { readonly key: string } & Pick<StoredFile, 'size'> & {
    readonly sha256: string | null;
  };

/** The database in one state, however long it is read. */
export interface DatabaseSnapshot {
  readonly header: Omit<BackupHeader, 'format' | 'made_at'>;
  /** The names of tables that are not the service's: they are not backed up. */
  readonly foreign_tables: readonly string[];
  /** The rows of a table, in pieces of whole rows. */
  rows(table: BackedUpTable): AsyncIterable<Uint8Array>;
  counters(): Promise<Counter[]>;
  files(): AsyncIterable<BackedUpFile>;
  /** Whether the rows that refer to a file have been deleted since the snapshot. */
  isDeleted(key: string): Promise<boolean>;
  /** Reads in progress fail. */
  close(): Promise<void>;
}

/** An empty database that becomes the one of a backup, by one transaction. */
export interface RestoredDatabase {
  /**
   * @returns the tables and columns that the service has as of the migration
   * @throws Error when the database has rows, or when the backup is from a newer version of the service
   */
  begin(migration: string): Promise<readonly BackedUpTable[]>;
  /** @returns the number of rows */
  insert(table: BackedUpTable, rows: Uint8Array): Promise<number>;
  commit(counters: readonly Counter[]): Promise<void>;
  /** Undoes what was not committed. */
  close(): Promise<void>;
}

/** An entry of an archive; its content is read once. */
export interface ArchivedEntry {
  readonly path: string;
  readonly content: AsyncIterable<Uint8Array>;
}

export interface BackupArchives {
  /**
   * The file appears when it is complete.
   *
   * @param signal - ends the writing: `add` and `finish` then fail
   * @throws BackupFault when the file exists
   */
  write(file: string, signal: AbortSignal): Promise<ArchiveWriter>;
  /** @throws BackupFault when the file is no archive, or is cut short */
  read(file: string): AsyncIterable<ArchivedEntry>;
}

export interface ArchiveWriter {
  add(path: string, size: number, content: AsyncIterable<Uint8Array> | readonly Uint8Array[]): Promise<void>;
  /** The file is complete and durable when it resolves. */
  finish(): Promise<void>;
  /** Removes the incomplete file. */
  abandon(): Promise<void>;
}

/** A backup that cannot be made or restored, with a message for the operator. */
export class BackupFault extends Error {}
