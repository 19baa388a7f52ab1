/** The type of a sort value. `text` is compared without case, by an ICU collation. */
export type SortKind = 'instant' | 'date' | 'text';

/** A place in a list: the sort value and id of a row. */
export interface Cursor {
  readonly value: string;
  readonly id: string;
}

/** A page of a list: at most `limit` rows, fewer where they are large, that follow `after` in the order of `sort`. */
export interface PageRequest {
  /** Name of a field, with a leading `-` for descending order. Rows with equal values are in the same order of id. */
  readonly sort: string;
  /** 1 to 200. */
  readonly limit: number;
  /** The last row of the previous page. */
  readonly after?: Cursor | undefined;
}

export interface Page<Row> {
  readonly data: readonly Row[];
  /** The last row; null on the last page, and on no other one. */
  readonly next: Cursor | null;
}
