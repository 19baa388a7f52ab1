import type { Clock } from '../../ports/clock';
import {
  type Bytes,
  DamagedFile,
  type ExpectedFile,
  type Storage,
  StorageFailure,
  type StoredFile,
} from '../../ports/documents/storage';
import type { OrphanedFile } from '../../ports/documents/orphaned-file-repository';
import type { UnitOfWork } from '../../ports/unit-of-work';

/** Longer than any upload, and than the time in which a failed store may still complete a write. */
const UPLOAD_MS = 60 * 60 * 1000;
const SWEEP_BATCH = 100;
/** After this number of failures the sweep gives up: the store is considered unavailable. */
const MAX_FAILURES = 10;

export interface FileToStore {
  readonly key: string;
  readonly bytes: Bytes;
}

/**
 * Keeps the file store, which has no transactions, consistent with the rows that refer to files.
 *
 * A file is recorded as orphaned before its first byte is written (`store`). The transaction that inserts the row which
 * refers to the file deletes the record (the row claims the file). The transaction that deletes the row inserts the
 * record again. Only orphaned files are deleted, after they were marked for deletion. A marked file cannot be claimed,
 * also not by a slow process. So every row has its file, and every file without a row has a record, by which it is
 * deleted: at once, or after a failure by the next `sweep`.
 */
export class StoredFiles {
  /** The last file that a sweep tried before it gave up. */
  private given_up_at: OrphanedFile | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly storage: Storage,
  ) {}

  /**
   * Stores an orphaned file, to be claimed or discarded. Must not be called inside a transaction.
   *
   * @throws StorageFailure; errors of the source, unchanged
   */
  async store(unit: UnitOfWork, company_id: string, key: string, bytes: Bytes): Promise<StoredFile> {
    const [stored] = await this.storeAll(unit, company_id, [{ key, bytes }]);
    return stored!;
  }

  /**
   * Stores several orphaned files, to be claimed or discarded; on failure none is kept. Must not be called inside a
   * transaction.
   *
   * @returns the stored files in the order of `files`
   * @throws StorageFailure; errors of a source, unchanged
   */
  async storeAll(unit: UnitOfWork, company_id: string, files: readonly FileToStore[]): Promise<StoredFile[]> {
    const keys = files.map(({ key }) => key);
    await unit.statement(({ orphaned_files }) =>
      orphaned_files.insertAll(company_id, keys, this.clock.now()),
    );
    const failures = new Map<string, unknown>();
    const stored = await inParallel(files, async ({ key, bytes }) => {
      if (failures.size > 0) return undefined;
      try {
        return await this.storage.put(key, bytes);
      } catch (error) {
        failures.set(key, error);
        return undefined;
      }
    });
    for (const failure of failures.values()) {
      // A store that failed may still complete the write. The sweep deletes such files later.
      const is_over = (key: string) => !(failures.get(key) instanceof StorageFailure);
      await this.discard(unit, company_id, keys.filter(is_over));
      throw failure;
    }
    return stored.map((file) => file!);
  }

  /**
   * Opens a file that a row refers to.
   *
   * @param isReferred - called when the file is missing: whether the row still exists
   * @returns undefined when the row was deleted meanwhile
   * @throws DamagedFile when the content differs from what was stored, or the file is missing; StorageFailure
   */
  async open(
    file: ExpectedFile & { readonly key: string },
    isReferred: () => Promise<boolean>,
  ): Promise<AsyncIterable<Uint8Array> | undefined> {
    const bytes = await this.storage.open(file.key, file);
    if (bytes) return bytes;
    if (await isReferred()) throw new DamagedFile(file.key, 'is missing');
    return undefined;
  }

  /**
   * Deletes those of the files that no row refers to. It may be called when the outcome of a commit is unknown. It
   * never throws; files that it cannot delete are left to the sweep.
   */
  async discard(unit: UnitOfWork, company_id: string, keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    try {
      await this.remove(unit, company_id, keys);
    } catch {
      // The records of the orphaned files remain, so the sweep finds them.
    }
  }

  /**
   * Deletes orphaned files that remained after a crash, a failure of the store or the deletion of documents. Several
   * nodes may sweep at the same time. A sweep after one that gave up begins with the files that were not tried, so that
   * files which cannot be deleted do not keep the others from deletion.
   *
   * @returns the number of deleted files
   * @throws the first failure, after all files were tried or `MAX_FAILURES` failed
   */
  async sweep(unit: UnitOfWork): Promise<number> {
    const before = new Date(this.clock.now().getTime() - UPLOAD_MS);
    const failures: unknown[] = [];
    let swept = 0;
    let after = this.given_up_at;
    this.given_up_at = undefined;
    do {
      const page = { after, limit: SWEEP_BATCH };
      const files = await unit.read(({ orphaned_files }) => orphaned_files.listLeftOver(before, page));
      for (const file of files) {
        try {
          swept += await this.remove(unit, file.company_id, [file.key]);
        } catch (error) {
          failures.push(error);
          if (failures.length < MAX_FAILURES) continue;
          this.given_up_at = file;
          throw failures[0];
        }
      }
      after = files.length === SWEEP_BATCH ? files.at(-1) : undefined;
    } while (after);
    if (failures.length > 0) throw failures[0];
    return swept;
  }

  /** @returns the number of deleted files: those that no row referred to */
  private async remove(unit: UnitOfWork, company_id: string, keys: readonly string[]): Promise<number> {
    const marked = await unit.statement(({ orphaned_files }) =>
      orphaned_files.markForDeletion(company_id, keys),
    );
    if (marked.length === 0) return 0;
    await inParallel(marked, (key) => this.storage.delete(key));
    return unit.statement(({ orphaned_files }) => orphaned_files.delete(company_id, marked));
  }
}

/** Files of one request that are written or deleted at the same time. */
const AT_ONCE = 8;

/** Runs `work` for all items, `AT_ONCE` at a time. Rejects with the first failure. */
async function inParallel<T, Result>(
  items: readonly T[],
  work: (item: T) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  const entries = items.entries(); // one iterator for all workers, so that each item is processed once
  const workers = Array.from({ length: Math.min(AT_ONCE, items.length) }, async () => {
    for (const [index, item] of entries) results[index] = await work(item);
  });
  await Promise.all(workers);
  return results;
}
