/** An orphaned file: a file in the store that no row refers to. */
export interface OrphanedFile {
  readonly company_id: string;
  readonly key: string;
}

/**
 * The records of orphaned files. Every file in the store either has a record here or is referred to by a row; one
 * transaction changes both.
 */
export interface OrphanedFileRepository {
  /** Inserts records; called before the first byte of any of the files is written. */
  insertAll(company_id: string, keys: readonly string[], now: Date): Promise<void>;
  /**
   * Claims files for rows that refer to them: deletes their records.
   *
   * @returns false when one of them is marked for deletion and may already be deleted
   */
  claim(company_id: string, keys: readonly string[]): Promise<boolean>;
  /**
   * Marks files for deletion, so that they can no longer be claimed. Waits for transactions that are claiming them.
   *
   * @returns the keys of the marked files; a file that is left out is referred to by a row, or deleted
   */
  markForDeletion(company_id: string, keys: readonly string[]): Promise<string[]>;
  /** Deletes records, after the files themselves were deleted. @returns the number of deleted records */
  delete(company_id: string, keys: readonly string[]): Promise<number>;
  /** Lists files that are marked for deletion or whose upload began before the given time, of all companies. */
  listLeftOver(
    before: Date,
    page: { readonly after: OrphanedFile | undefined; readonly limit: number },
  ): Promise<OrphanedFile[]>;
}
