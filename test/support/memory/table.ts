/** Rows by their primary key. A row is replaced, never changed, so that a copy of the table is a snapshot. */
export class Table<Row> {
  private constructor(
    private readonly rows: Map<string, { readonly key: readonly string[]; readonly row: Row }>,
  ) {}

  static empty<Row>(): Table<Row> {
    return new Table<Row>(new Map());
  }

  copy(): Table<Row> {
    return new Table(new Map(this.rows));
  }

  get(...key: string[]): Row | undefined {
    return this.rows.get(textOf(key))?.row;
  }

  /** Stores the row in the place of one with the same key, if there is one. */
  set(row: Row, ...key: string[]): void {
    this.rows.set(textOf(key), { key, row });
  }

  /** Replaces a row that exists. @returns whether it does */
  update(change: (row: Row) => Row, ...key: string[]): boolean {
    const row = this.get(...key);
    if (row !== undefined) this.set(change(row), ...key);
    return row !== undefined;
  }

  delete(...key: string[]): boolean {
    return this.rows.delete(textOf(key));
  }

  /** The rows whose keys begin with `prefix`, the oldest first. */
  list(...prefix: string[]): Row[] {
    return this.entries(...prefix).map(([, row]) => row);
  }

  /** As `list`, with the keys. */
  entries(...prefix: string[]): (readonly [key: readonly string[], row: Row])[] {
    const start = textOf(prefix);
    return [...this.rows].flatMap(([text, { key, row }]) =>
      text.startsWith(start) ? [[key, row] as const] : [],
    );
  }
}

/** No part of a key contains the separator. */
function textOf(key: readonly string[]): string {
  return key.map((part) => `${part}\0`).join('');
}
