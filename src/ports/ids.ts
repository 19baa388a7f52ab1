/** Where new ids come from. */
export interface Ids {
  /** @returns a UUID v7 whose time part is the business clock's, so that ids sort as `created_at` does */
  next(): string;
}
