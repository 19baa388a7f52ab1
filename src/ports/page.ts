/** How the values of a sort compare: `text` case-insensitively by ICU. */
export type SortKind = 'instant' | 'date' | 'text';

/** What a list asks for: the rows behind `after` in the order of `sort`, `limit` of them. */
export interface PageRequest {
  /** A member's name, with `-` in front for descending. Ties go by id, in the same direction. */
  readonly sort: string;
  /** 1 to 200. */
  readonly limit: number;
  /** The sort value and id of the last row of the page before. */
  readonly after?: { readonly value: string; readonly id: string } | undefined;
}

export interface Page<Row> {
  readonly data: readonly Row[];
  /** The sort value and id of the last row; null when no row follows it. */
  readonly next: { readonly value: string; readonly id: string } | null;
}
