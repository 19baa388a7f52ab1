import type { Clock } from '../../ports/clock';
import {
  DamagedFile,
  type ExpectedFile,
  type Storage,
  StorageFailure,
  type StoredFile,
} from '../../ports/documents/storage';
import type { StrayFile } from '../../ports/documents/stray-file-repository';
import type { UnitOfWork } from '../../ports/unit-of-work';

/** Longer than any upload takes, and than a store that failed may still be at what it was sent. */
const UPLOAD_MS = 60 * 60 * 1000;
const SWEEP_BATCH = 100;
/** A store that refuses so many files in a row refuses all of them. */
const MAX_FAILURES = 10;

export interface FileToStore {
  readonly key: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Files and the rows that refer to them, in a store that knows no transactions.
 *
 * A file is written down as a stray before its first byte is (`store`). It stops being one in the transaction that
 * writes the row which refers to it, and becomes one again in the transaction that takes that row away. Only strays are
 * deleted, and only after they were condemned: a condemned one cannot be referred to any more, whatever a slow or
 * half-dead process still tries. So no row is ever without its bytes, and bytes without a row are known and go: at once
 * where all goes well, else with the next `sweep`.
 */
export class StoredFiles {
  constructor(
    private readonly clock: Clock,
    private readonly storage: Storage,
  ) {}

  /**
   * Stores a file as a stray, to be adopted or discarded. Not to be called inside of a transaction.
   *
   * @throws StorageFailure; what the source throws, unchanged
   */
  async store(
    unit: UnitOfWork,
    company_id: string,
    key: string,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<StoredFile> {
    const [stored] = await this.storeAll(unit, company_id, [{ key, bytes }]);
    return stored!;
  }

  /**
   * Stores files as strays, a few at a time, to be adopted or discarded: all of them or, where it fails, none. Not to be
   * called inside of a transaction.
   *
   * @returns in the order of the files
   * @throws StorageFailure; what a source throws, unchanged
   */
  async storeAll(unit: UnitOfWork, company_id: string, files: readonly FileToStore[]): Promise<StoredFile[]> {
    const keys = files.map(({ key }) => key);
    await unit.statement(({ stray_files }) => stray_files.insertAll(company_id, keys, this.clock.now()));
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
      // What a store that failed was sent may still come to be there: the sweep waits until that is over.
      const is_over = (key: string) => !(failures.get(key) instanceof StorageFailure);
      await this.discard(unit, company_id, keys.filter(is_over));
      throw failure;
    }
    return stored.map((file) => file!);
  }

  /**
   * The bytes of a file that a row refers to.
   *
   * @param isReferred - asked when there are no bytes: a row that has gone since took them along
   * @returns undefined when the row has gone
   * @throws DamagedFile: the bytes are not those that were stored, or have gone without their row; StorageFailure
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
   * Deletes the files that no row refers to, also when nobody knows whether one does: after a commit whose outcome is in
   * doubt. Never fails: what it cannot do, the sweep does.
   */
  async discard(unit: UnitOfWork, company_id: string, keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    try {
      await this.remove(unit, company_id, keys);
    } catch {
      // The strays are written down, so they are found again.
    }
  }

  /**
   * Deletes what was left over: by a process that died, a store that was away, documents that were deleted. Several
   * nodes may do it at once.
   *
   * @returns how many files
   * @throws the first failure, after the other files were tried
   */
  async sweep(unit: UnitOfWork): Promise<number> {
    const before = new Date(this.clock.now().getTime() - UPLOAD_MS);
    const failures: unknown[] = [];
    let swept = 0;
    let after: StrayFile | undefined;
    do {
      const page = { after, limit: SWEEP_BATCH };
      const files = await unit.read(({ stray_files }) => stray_files.listLeftOver(before, page));
      for (const file of files) {
        try {
          swept += await this.remove(unit, file.company_id, [file.key]);
        } catch (error) {
          failures.push(error);
          if (failures.length === MAX_FAILURES) throw failures[0];
        }
      }
      after = files.length === SWEEP_BATCH ? files.at(-1) : undefined;
    } while (after);
    if (failures.length > 0) throw failures[0];
    return swept;
  }

  /** @returns how many: those that were strays */
  private async remove(unit: UnitOfWork, company_id: string, keys: readonly string[]): Promise<number> {
    const condemned = await unit.statement(({ stray_files }) => stray_files.condemn(company_id, keys));
    if (condemned.length === 0) return 0;
    await inParallel(condemned, (key) => this.storage.delete(key));
    return unit.statement(({ stray_files }) => stray_files.delete(company_id, condemned));
  }
}

/** Of files of one caller that are written or deleted at the same time. */
const AT_ONCE = 8;

/** Rejects with the first failure. */
async function inParallel<T, Result>(
  items: readonly T[],
  work: (item: T) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  const entries = items.entries(); // shared: each takes the next
  const workers = Array.from({ length: Math.min(AT_ONCE, items.length) }, async () => {
    for (const [index, item] of entries) results[index] = await work(item);
  });
  await Promise.all(workers);
  return results;
}
