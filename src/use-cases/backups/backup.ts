import { type Storage, StorageFailure } from '../../ports/documents/storage';
import {
  type ArchiveWriter,
  BACKUP_FORMAT,
  type BackedUpFile,
  type BackupArchives,
  type BackupHeader,
  type BackupManifest,
  type DatabaseSnapshot,
} from '../../ports/backups/backup';
import type { Digest, Digests } from '../../ports/backups/digests';
import type { Clock } from '../../ports/clock';
import { lineEnds, PATHS } from './backup-entries';

/** Files up to this size are read once; larger ones are verified first, and then read again. */
const READ_ONCE_BYTES = 4 * 1024 * 1024;

export interface BackupReport {
  readonly migration: string;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  readonly bytes_of_files: number;
  /** Files that rows refer to, and that the file store does not have as they were written. */
  readonly damaged: readonly { readonly key: string; readonly reason: string }[];
  /** Files that were deleted, with the rows that refer to them, while the backup was made. */
  readonly deleted_meanwhile: number;
}

/** Makes a backup of the database and of the files that it refers to. */
export class Backup {
  constructor(
    private readonly from: {
      readonly storage: Storage;
      readonly archives: BackupArchives;
      readonly clock: Clock;
      readonly digest: Digests;
    },
  ) {}

  /**
   * @throws Error when the file exists or cannot be written, StorageFailure, or the reason of the signal; nothing is
   *   left of it then
   */
  async write(file: string, snapshot: DatabaseSnapshot, signal: AbortSignal): Promise<BackupReport> {
    signal.throwIfAborted();
    const archive = await this.from.archives.write(file, signal);
    try {
      const header: BackupHeader = {
        format: BACKUP_FORMAT,
        made_at: this.from.clock.now().toISOString(),
        ...snapshot.header,
      };
      await addJson(archive, PATHS.header, header);
      const tables: BackupManifest['tables'][number][] = [];
      for (const table of header.tables)
        tables.push({ name: table.name, ...(await this.addTable(archive, snapshot, table)) });
      const counters = await snapshot.counters();
      const { damaged, deleted_meanwhile, ...files } = await this.addFiles(archive, snapshot);
      await addJson(archive, PATHS.manifest, { tables, counters, files } satisfies BackupManifest);
      await archive.finish();
      return {
        migration: header.migration,
        tables: tables.length,
        rows: tables.reduce((sum, { rows }) => sum + rows, 0),
        files: files.count,
        bytes_of_files: files.bytes,
        damaged,
        deleted_meanwhile,
      };
    } catch (error) {
      await archive.abandon();
      signal.throwIfAborted();
      throw error;
    }
  }

  private async addTable(
    archive: ArchiveWriter,
    snapshot: DatabaseSnapshot,
    table: BackupHeader['tables'][number],
  ): Promise<{ rows: number; sha256: string }> {
    const digest = this.from.digest();
    let rows = 0;
    let part = 0;
    for await (const piece of snapshot.rows(table)) {
      await archive.add(PATHS.part(table.name, (part += 1)), piece.byteLength, [piece]);
      digest.update(piece);
      rows += lineEnds(piece);
    }
    return { rows, sha256: digest.hex() };
  }

  private async addFiles(archive: ArchiveWriter, snapshot: DatabaseSnapshot) {
    const digest = this.from.digest();
    const damaged: { key: string; reason: string }[] = [];
    let [count, bytes, deleted_meanwhile] = [0, 0, 0];
    for await (const file of snapshot.files()) {
      const reason = await this.addFile(archive, file, digest);
      if (reason === undefined) {
        count += 1;
        bytes += file.size;
      } else if (await snapshot.isDeleted(file.key)) deleted_meanwhile += 1;
      else damaged.push({ key: file.key, reason });
    }
    return { count, bytes, sha256: digest.hex(), damaged, deleted_meanwhile };
  }

  /** @returns why the file cannot be added; @throws StorageFailure */
  private async addFile(
    archive: ArchiveWriter,
    file: BackedUpFile,
    digest: Digest,
  ): Promise<string | undefined> {
    const is_read_once = file.size <= READ_ONCE_BYTES;
    const pieces: Uint8Array[] = [];
    let verified: AsyncIterable<Uint8Array> | readonly Uint8Array[] | undefined;
    try {
      const content = await this.from.storage.open(file.key, file);
      if (!content) return 'is missing';
      // Verified before its entry begins, since an entry cannot be taken back.
      for await (const piece of content) if (is_read_once) pieces.push(piece);
      verified = is_read_once ? pieces : await this.from.storage.open(file.key, file);
    } catch (error) {
      if (error instanceof StorageFailure) throw error; // the file may well be there
      return (error as Error).message;
    }
    if (!verified) return 'is missing'; // it was deleted after the first reading
    digest.update(Buffer.from(file.key));
    await archive.add(PATHS.file(file.key), file.size, digested(verified, digest));
    return undefined;
  }
}

async function* digested(
  content: AsyncIterable<Uint8Array> | readonly Uint8Array[],
  digest: Digest,
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    digest.update(piece);
    yield piece;
  }
}

async function addJson(archive: ArchiveWriter, path: string, value: unknown): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  await archive.add(path, bytes.byteLength, [bytes]);
}
