import type { Clock } from '../ports/clock';
import { type Storage, StorageFailure, type StoredFile } from '../ports/storage';
import type { StrayFile } from '../ports/stray-file-repository';
import type { UnitOfWork } from '../ports/unit-of-work';

/** Longer than any upload takes, and than a store that failed may still be at what it was sent. */
const UPLOAD_MS = 60 * 60 * 1000;
const SWEEP_BATCH = 100;
/** A store that refuses so many files in a row refuses all of them. */
const MAX_FAILURES = 10;

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
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly storage: Storage,
  ) {}

  /**
   * Stores a file as a stray, to be adopted or discarded. Not to be called inside of a transaction.
   *
   * @throws StorageFailure; what the source throws, unchanged
   */
  async store(company_id: string, key: string, bytes: AsyncIterable<Uint8Array>): Promise<StoredFile> {
    await this.unitOfWork.statement(({ stray_files }) =>
      stray_files.insert(company_id, key, this.clock.now()),
    );
    try {
      return await this.storage.put(key, bytes);
    } catch (error) {
      // What a store that failed was sent may still come to be there: the sweep waits until that is over.
      if (!(error instanceof StorageFailure)) await this.discard(company_id, key);
      throw error;
    }
  }

  /** @returns undefined when there are no such bytes */
  open(key: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    return this.storage.open(key);
  }

  /**
   * Deletes a file if no row refers to it, also when nobody knows whether one does: after a commit whose outcome is in
   * doubt. Never fails: what it cannot do, the sweep does.
   */
  async discard(company_id: string, key: string): Promise<void> {
    try {
      await this.remove({ company_id, key });
    } catch {
      // The stray is written down, so it is found again.
    }
  }

  /**
   * Deletes what was left over: by a process that died, a store that was away, documents that were deleted. Several
   * nodes may do it at once.
   *
   * @returns how many files
   * @throws the first failure, after the other files were tried
   */
  async sweep(): Promise<number> {
    const before = new Date(this.clock.now().getTime() - UPLOAD_MS);
    const failures: unknown[] = [];
    let swept = 0;
    let after: StrayFile | undefined;
    do {
      const page = { after, limit: SWEEP_BATCH };
      const files = await this.unitOfWork.read(({ stray_files }) => stray_files.listLeftOver(before, page));
      for (const file of files) {
        try {
          if (await this.remove(file)) swept++;
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

  /** @returns false when the file was no stray */
  private async remove({ company_id, key }: StrayFile): Promise<boolean> {
    const is_stray = await this.unitOfWork.statement(({ stray_files }) =>
      stray_files.condemn(company_id, key),
    );
    if (!is_stray) return false;
    await this.storage.delete(key);
    return this.unitOfWork.statement(({ stray_files }) => stray_files.delete(company_id, key));
  }
}
