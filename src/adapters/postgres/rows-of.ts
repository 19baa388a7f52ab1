import { CompiledQuery, type Kysely } from 'kysely';
import type { DB } from './database';

/** Runs constant SQL, which is prepared once per connection. */
export async function rowsOf<Row>(db: Kysely<DB>, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}
