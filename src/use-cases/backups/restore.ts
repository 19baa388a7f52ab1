import type { Storage } from '../../ports/documents/storage';
import {
  BACKUP_FORMAT,
  type BackupArchives,
  BackupFault,
  type BackupHeader,
  type BackupManifest,
  type Counter,
  type RestoredDatabase,
} from '../../ports/backups/backup';
import type { Digest, Digests } from '../../ports/backups/digests';
import type { WebhookSecrets } from '../../ports/events/webhooks/webhook-secrets';
import { restoredContent } from './restored-content';
import { entryOf, lineEnds, PATHS } from './backup-entries';

/** Header, manifest, and a part of a table are read as a whole. A part has 4 MiB and at most one larger row. */
const MAX_ENTRY_BYTES = 1024 * 1024 * 1024;

export interface ReadBackup {
  readonly header: BackupHeader;
  readonly manifest: BackupManifest;
}

export interface RestoreReport {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  /** Tables and columns of the backup that are not the service's: they are not restored. */
  readonly foreign: readonly string[];
}

/** Restores a backup into an empty database and the file store. */
export class Restore {
  constructor(
    private readonly from: {
      readonly storage: Storage;
      readonly archives: BackupArchives;
      readonly secrets: Pick<WebhookSecrets, 'open'>;
      readonly digest: Digests;
    },
  ) {}

  /**
   * Reads a whole backup, and stores nothing.
   *
   * @throws BackupFault when it is no backup, or differs from its manifest
   */
  async check(file: string): Promise<ReadBackup> {
    const fault = (what: string) => new BackupFault(`${file} is not a backup, or it is damaged: ${what}.`);
    let header: BackupHeader | undefined;
    let manifest: BackupManifest | undefined;
    const tables = new Map<string, { rows: number; digest: Digest }>();
    const files = { count: 0, bytes: 0, digest: this.from.digest() };
    for await (const { path, content } of this.from.archives.read(file)) {
      if (!header) {
        if (path !== PATHS.header) throw fault('it does not begin with its header');
        header = parsed<BackupHeader>(await whole(content));
        if (header?.format !== BACKUP_FORMAT) throw fault('its format is unknown');
        for (const { name } of header.tables) tables.set(name, { rows: 0, digest: this.from.digest() });
        continue;
      }
      if (manifest) throw fault('it goes on after its manifest');
      const entry = entryOf(path);
      const table = entry?.kind === 'table' ? tables.get(entry.name) : undefined;
      if (path === PATHS.manifest) manifest = parsed<BackupManifest>(await whole(content));
      else if (table) {
        for await (const piece of content) {
          table.digest.update(piece);
          table.rows += lineEnds(piece);
        }
      } else if (entry?.kind === 'file') {
        files.count += 1;
        files.digest.update(Buffer.from(entry.name));
        for await (const piece of content) {
          files.bytes += piece.byteLength;
          files.digest.update(piece);
        }
      } else throw fault(`it contains ${path}`);
    }
    if (!header || !manifest) throw fault('its end is missing');
    for (const { name, rows, sha256 } of manifest.tables) {
      const found = tables.get(name);
      if (found?.rows !== rows || found.digest.hex() !== sha256)
        throw fault(`the table ${name} is not as it was written`);
      tables.delete(name);
    }
    if (tables.size > 0) throw fault('its manifest does not have all tables');
    const { count, bytes, sha256 } = manifest.files;
    if (files.count !== count || files.bytes !== bytes || files.digest.hex() !== sha256)
      throw fault('the files are not as they were written');
    return { header, manifest };
  }

  /** @returns the names of the keys that seal secrets of the backup and that this installation does not have */
  lockedKeys({ sealed }: BackupHeader): string[] {
    return sealed.filter(({ sample }) => this.from.secrets.open(sample) === undefined).map(({ key }) => key);
  }

  /** Stores a backup that was checked: the files first, and the rows that refer to them with one commit at the end. */
  async load(
    file: string,
    { header, manifest }: ReadBackup,
    database: RestoredDatabase,
  ): Promise<RestoreReport> {
    const { tables, foreign } = restoredContent(header.tables, await database.begin(header.migration));
    const rows = new Map(tables.map((restored) => [restored.table.name, { ...restored, inserted: 0 }]));
    for await (const { path, content } of this.from.archives.read(file)) {
      const entry = entryOf(path);
      const target = entry?.kind === 'table' ? rows.get(entry.name) : undefined;
      if (target) target.inserted += await database.insert(target.table, target.own(await whole(content)));
      else if (entry?.kind === 'file') await this.storeFile(entry.name, content);
    }
    for (const { name, rows: expected } of manifest.tables) {
      const restored = rows.get(name);
      if (restored && restored.inserted !== expected)
        throw new BackupFault(`The table ${name} has ${restored.inserted} rows instead of ${expected}.`);
    }
    const isRestored = ({ table, column }: Counter) => rows.get(table)?.table.columns.includes(column);
    await database.commit(manifest.counters.filter(isRestored));
    const inserted = [...rows.values()].reduce((sum, table) => sum + table.inserted, 0);
    return { tables: rows.size, rows: inserted, files: manifest.files.count, foreign };
  }

  /** Replaces a file that an interrupted restore has left. */
  private async storeFile(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    await this.from.storage.delete(key);
    await this.from.storage.put(key, content);
  }
}

async function whole(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.byteLength;
    if (bytes > MAX_ENTRY_BYTES) throw new BackupFault('An entry of the backup is too large.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function parsed<T>(bytes: Buffer): T | undefined {
  try {
    return JSON.parse(bytes.toString('utf8')) as T;
  } catch {
    return undefined; // reported as damaged by the caller
  }
}
