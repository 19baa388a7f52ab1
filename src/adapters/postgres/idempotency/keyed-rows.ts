import type { KeptAnswer } from '../../../ports/idempotency';
import { constraintOf } from '../failures';
import { type KeyedWrite, lockOf } from './keyed-write';

/** The response to a request with an Idempotency-Key that creates a row, for the statement that inserts the row. */
export interface KeyedRow {
  /** Id of the row. */
  readonly id: string;
  readonly write: KeyedWrite;
  /** The response. Its body is JSON. */
  readonly answer: KeptAnswer;
  /** JSON text in the body that the statement replaces with a value that it computes. */
  readonly placeholder?: string | undefined;
}

/** The result of a statement that inserts rows. */
export interface StoredRows<Stored> {
  /** In the order of the items. A refused item is not stored and undefined. */
  readonly stored: readonly (Stored | undefined)[];
  /** Ids of the rows whose keys are taken. If there are any, nothing is stored. */
  readonly taken: ReadonlySet<string>;
}

/** Separates the bodies in one parameter. JSON text contains no control characters. */
const SEPARATOR = '\u001f';

/**
 * Common table expression `response`: the responses to store, and whether the key of each is free. A free key is
 * acquired until the end of the statement. The statement must store nothing unless `ALL_KEYS_FREE`, and return
 * `TAKEN_IDS`.
 *
 * `$1` is the company's id; `$2` and `$3` are made by `keyedRows`. The bodies are a parameter of their own: PostgreSQL
 * splits a text faster than it parses JSON. The scalar subquery is an index look-up for each row; `not exists` is planned
 * as a hash of the whole table.
 */
export const RESPONSES = `
response as materialized (
  select k.*, pg_try_advisory_xact_lock(k.lock) and (
    select kept.key from idempotency_key kept
    where kept.company_id = $1 and kept.client_id = k.client_id and kept.key = k.key
  ) is null as is_free
  from rows from (json_to_recordset($2::json) as (
    id uuid, client_id text, key text, lock bigint, fingerprint text, created_at timestamptz, status integer,
    headers json, placeholder text
  ), unnest(string_to_array($3, e'\\x1f'))) as k (
    id, client_id, key, lock, fingerprint, created_at, status, headers, placeholder, body
  )
)`;

export const ALL_KEYS_FREE = 'not exists (select from response where not is_free)';

export const TAKEN_IDS = 'select id from response where not is_free';

/**
 * SQL that inserts the responses whose rows are inserted.
 *
 * @param stored - the common table expression with the ids of the inserted rows
 * @param body - SQL expression for the body; `k` is the response, `stored` the row
 */
export const storeResponses = (stored: string, body = 'k.body') => `
insert into idempotency_key (company_id, client_id, key, fingerprint, created_at, status, headers, body)
select $1, k.client_id, k.key, decode(k.fingerprint, 'hex'), k.created_at, k.status, k.headers, ${body}
from response k join ${stored} stored on stored.id = k.id`;

/** @returns `$2` and `$3` of `RESPONSES` */
export function keyedRows(rows: readonly KeyedRow[]): [members: string, bodies: string] {
  const members = rows.map(
    ({ id, write: { request, created_at }, answer: { status, headers }, placeholder }) => {
      const { client_id, key } = request;
      const fingerprint = Buffer.from(request.fingerprint).toString('hex');
      const lock = lockOf(request);
      return { id, client_id, key, lock, fingerprint, created_at, status, headers, placeholder };
    },
  );
  return [JSON.stringify(members), rows.map(({ answer }) => answer.body).join(SEPARATOR)];
}

/** Whether a statement failed because another transaction stored one of its keys after the statement began. */
export function isKeyConflict(error: unknown): boolean {
  return constraintOf(error) === 'idempotency_key_pkey';
}
