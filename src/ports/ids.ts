/** Generates ids. */
export interface Ids {
  /** @returns a UUID v7 with the time of the business clock, so that ids have the order of `created_at` */
  next(): string;
}
