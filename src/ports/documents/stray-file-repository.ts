/** A file of the store that no row refers to. */
export interface StrayFile {
  readonly company_id: string;
  readonly key: string;
}

/**
 * What lies in the file store without a row that refers to it. Each file that may exist is either here or referred to:
 * whatever moves it from one to the other does both in one transaction.
 */
export interface StrayFileRepository {
  /** Before the first byte of any of them is written. */
  insertAll(company_id: string, keys: readonly string[], now: Date): Promise<void>;
  /**
   * Takes files from here, for rows that refer to them from now on.
   *
   * @returns false when it is too late for one of them: it was condemned, its bytes may be gone
   */
  adopt(company_id: string, keys: readonly string[]): Promise<boolean>;
  /**
   * From now on nothing can adopt the files. Waits for a transaction that is adopting one of them.
   *
   * @returns the keys of those that are here: to others a row refers, or they are gone
   */
  condemn(company_id: string, keys: readonly string[]): Promise<string[]>;
  /** After the bytes of condemned files are gone. @returns how many this call deleted */
  delete(company_id: string, keys: readonly string[]): Promise<number>;
  /** Files that were condemned, and those whose upload began before the given time; of all companies. */
  listLeftOver(
    before: Date,
    page: { readonly after: StrayFile | undefined; readonly limit: number },
  ): Promise<StrayFile[]>;
}
