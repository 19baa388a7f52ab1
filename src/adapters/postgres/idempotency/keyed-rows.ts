import { randomUUID } from 'node:crypto';
import { CompiledQuery, type Kysely } from 'kysely';
import type { DB } from '../database';
import { constraintOf } from '../failures';
import type { KeyedWrite } from './keyed-write';
import { batched, packedResponses, type UnfinishedResponse } from './response-batch';

/** The response to a request with an Idempotency-Key that creates a row, for the statement that inserts the row. */
export interface KeyedRow extends UnfinishedResponse {
  /** Id of the row. */
  readonly id: string;
  readonly write: KeyedWrite;
}

/** The result of a transaction that inserts rows. */
export interface StoredRows<Stored> {
  /** In the order of the items. A refused item is not stored and undefined. */
  readonly stored: readonly (Stored | undefined)[];
  /** Ids of the rows whose keys are taken. If there are any, nothing is stored. */
  readonly taken: ReadonlySet<string>;
}

/**
 * Stores the keys and the responses of rows that the statements before it in the transaction have stored; none for a
 * row that they have refused. A key that is taken violates the primary key, so that the transaction stores nothing. The
 * keys are inserted last and in a fixed order, so that two transactions cannot deadlock.
 *
 * `$1` is the company's id, `$3` the contents of the batches of responses, one after the other. The scalar subquery is
 * an index look-up for each row; a join may be planned as a scan of the table.
 *
 * @param value - SQL: a scalar subquery for the value that replaces the placeholder of the response of the row `r`, as
 *   JSON, any text where there is no placeholder; null when the row is not stored
 */
export const keepResponses = (value: string) => `
insert into idempotency_key (
  company_id, client_id, key, fingerprint, created_at, batch_id, batch_position, computed_value, batch_content
)
select $1, k.client_id, k.key, decode(k.fingerprint, 'hex'), k.created_at, k.batch_id, k.position, k.value,
  case when row_number() over (partition by k.batch_id order by k.created_at desc) = 1
    then substring($3::bytea from k.first_byte for k.bytes) end
from (
  select r.*, ${value} as value
  from json_to_recordset($2::json) as r (
    id uuid, client_id text, key text, fingerprint text, created_at timestamptz,
    batch_id uuid, position integer, first_byte integer, bytes integer
  )
  offset 0
) k
where k.value is not null
order by k.client_id, k.key
returning true`;

/** The ids of the rows whose keys have a response. */
const TAKEN = `
select k.id from json_to_recordset($2::json) as k (id uuid, client_id text, key text)
where (
  select kept.key from idempotency_key kept
  where kept.company_id = $1 and kept.client_id = k.client_id and kept.key = k.key
) is not null`;

/** The statements that store the responses of rows. @param text - of `keepResponses` */
export function keeping(text: string, company_id: string, keyed: readonly KeyedRow[]): CompiledQuery[] {
  if (keyed.length === 0) return [];
  const contents: Buffer[] = [];
  let first_byte = 1;
  const keys = batched(keyed).flatMap((rows) => {
    const content = packedResponses(rows);
    contents.push(content);
    const batch = { batch_id: randomUUID(), first_byte, bytes: content.length };
    first_byte += content.length;
    return rows.map((row, position) => ({ ...keyOf(row), position, ...batch }));
  });
  return [CompiledQuery.raw(text, [company_id, JSON.stringify(keys), Buffer.concat(contents)])];
}

/**
 * Stores rows with their responses.
 *
 * @param store - one transaction; fails when a key is taken
 * @returns what it returns, and no taken keys; when it has failed because keys are taken, these only
 */
export async function unlessTaken<Stored>(
  db: Kysely<DB>,
  company_id: string,
  keyed: readonly KeyedRow[],
  store: () => Promise<readonly (Stored | undefined)[]>,
): Promise<StoredRows<Stored>> {
  try {
    return { stored: await store(), taken: new Set() };
  } catch (error) {
    if (!isKeyConflict(error)) throw error;
    const query = CompiledQuery.raw(TAKEN, [company_id, JSON.stringify(keyed.map(keyOf))]);
    const { rows } = await db.executeQuery<{ id: string }>(query);
    if (rows.length === 0) throw error; // the row was deleted meanwhile, because it had expired
    return { stored: [], taken: new Set(rows.map(({ id }) => id)) };
  }
}

function keyOf({ id, write: { request, created_at } }: KeyedRow) {
  const { client_id, key, fingerprint } = request;
  return { id, client_id, key, fingerprint, created_at };
}

/** Whether a statement failed because another transaction stored one of its keys after the statement began. */
export function isKeyConflict(error: unknown): boolean {
  return constraintOf(error) === 'idempotency_key_pkey';
}
