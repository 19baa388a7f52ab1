/** The type of a sort value. `text` is compared without case, by an ICU collation. */
export type SortKind = 'instant' | 'date' | 'text';

/** A page of a list: at most `limit` rows, fewer where they are large, that follow `after` in the order of `sort`. */
export interface PageRequest {
  /** Name of a field, with a leading `-` for descending order. Rows with equal values are in the same order of id. */
  readonly sort: string;
  /** 1 to 200. */
  readonly limit: number;
  /** The sort value and id of the last row of the previous page. */
  readonly after?: { readonly value: string; readonly id: string } | undefined;
}

export interface Page<Row> {
  readonly data: readonly Row[];
  /** The sort value and id of the last row; null on the last page, and on no other one. */
  readonly next: { readonly value: string; readonly id: string } | null;
}
