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
  /** Before the first byte is written. */
  insert(company_id: string, key: string, now: Date): Promise<void>;
  /**
   * Takes files from here, for rows that refer to them from now on.
   *
   * @returns false when it is too late for one of them: it was condemned, its bytes may be gone
   */
  adopt(company_id: string, keys: readonly string[]): Promise<boolean>;
  /**
   * From now on nothing can adopt the file. Waits for a transaction that is adopting it.
   *
   * @returns false when the file is not here: a row refers to it, or it is gone
   */
  condemn(company_id: string, key: string): Promise<boolean>;
  /** After the bytes of a condemned file are gone. @returns whether this call did it */
  delete(company_id: string, key: string): Promise<boolean>;
  /** Files that were condemned, and those whose upload began before the given time; of all companies. */
  listLeftOver(
    before: Date,
    page: { readonly after: StrayFile | undefined; readonly limit: number },
  ): Promise<StrayFile[]>;
}
