import type { KeptAnswer } from '../../../ports/idempotency';
import { type KeyedWrite, lockOf } from './keyed-write';

/** A row that a statement stores, and the response to its request, which it stores with the row. */
export interface KeyedRow {
  /** Of the row. */
  readonly id: string;
  readonly write: KeyedWrite;
  /** Its body is JSON. */
  readonly answer: KeptAnswer;
  /** JSON text in the body that the statement replaces by what it has computed. */
  readonly placeholder?: string | undefined;
}

/** What a statement has stored. */
export interface StoredRows<Stored> {
  /** In the order of what was to be stored; undefined: refused. */
  readonly stored: readonly (Stored | undefined)[];
  /** Ids of the rows whose keys are taken. Unless there are none, nothing is stored. */
  readonly taken: ReadonlySet<string>;
}

/** Stands between the bodies of several responses: JSON text has no control characters. */
const SEPARATOR = '\u001f';

/**
 * Common table expression: the responses to store, and whether the key of each is free. A free key is acquired until
 * the end of the statement. A statement with it stores nothing unless `ALL_KEYS_FREE`, and returns `TAKEN_IDS`.
 *
 * `$1` is the company's id, `$2` and `$3` are the texts of `keyedRows`. The bodies are most of the text, and to split
 * them takes PostgreSQL less time than to parse them. A scalar subquery is looked up by key for each row; `not exists`
 * is planned as a hash of the whole table.
 */
export const ASKED = `
asked as materialized (
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

export const ALL_KEYS_FREE = 'not exists (select from asked where not is_free)';

export const TAKEN_IDS = 'select id from asked where not is_free';

/**
 * Stores the responses to rows that are stored.
 *
 * @param stored - common table expression with the ids of the stored rows
 * @param body - SQL for the text of the body; `k` is the response, `stored` the row
 */
export const keepAnswersOf = (stored: string, body = 'k.body') => `
insert into idempotency_key (company_id, client_id, key, fingerprint, created_at, status, headers, body)
select $1, k.client_id, k.key, decode(k.fingerprint, 'hex'), k.created_at, k.status, k.headers, ${body}
from asked k join ${stored} stored on stored.id = k.id`;

/** The responses as the second and third parameter of `ASKED`. */
export function keyedRows(rows: readonly KeyedRow[]): [members: string, bodies: string] {
  const members = rows.map(
    ({ id, write: { request, created_at }, answer: { status, headers }, placeholder }) => {
      const { client_id, key } = request;
      const fingerprint = Buffer.from(request.fingerprint).toString('hex');
      return {
        id,
        client_id,
        key,
        lock: lockOf(request),
        fingerprint,
        created_at,
        status,
        headers,
        placeholder,
      };
    },
  );
  return [JSON.stringify(members), rows.map(({ answer }) => answer.body).join(SEPARATOR)];
}

/** Whether a statement failed since another one has stored one of its keys after it began. */
export function isKeyConflict(error: unknown): boolean {
  return (error as { constraint?: unknown } | null)?.constraint === 'idempotency_key_pkey';
}
