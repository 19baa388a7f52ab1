import { CompiledQuery, type Kysely } from 'kysely';
import type { DB } from './database';

/** Runs constant SQL, which is prepared once per connection. */
export async function rowsOf<Row>(db: Kysely<DB>, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

/**
 * The rows of ids, each undefined where no row has the id. PostgreSQL returns most rows in the order in which it was
 * asked for them, and no id is the key of a map: see "Fast JSON" in docs/decisions.md.
 */
export function rowsById<Row extends { readonly id: string }>(
  rows: readonly Row[],
  ids: readonly string[],
): (Row | undefined)[] {
  let next = 0;
  return ids.map((id) => {
    const row = rows[next]?.id === id ? rows[next] : rows.find((other) => other.id === id);
    if (row) next++;
    return row;
  });
}
