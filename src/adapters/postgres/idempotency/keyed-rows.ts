import { CompiledQuery, type Kysely } from 'kysely';
import type { KeptAnswer } from '../../../ports/idempotency';
import type { DB } from '../database';
import { joined, split } from '../joined-texts';
import { constraintOf } from '../failures';
import type { KeyedWrite } from './keyed-write';

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

/** The result of a transaction that inserts rows. */
export interface StoredRows<Stored> {
  /** In the order of the items. A refused item is not stored and undefined. */
  readonly stored: readonly (Stored | undefined)[];
  /** Ids of the rows whose keys are taken. If there are any, nothing is stored. */
  readonly taken: ReadonlySet<string>;
}

/**
 * The responses as rows. `$2` and `$3` are made by `parametersOf`.
 */
const RESPONSES = `
rows from (json_to_recordset($2::json) as (
  id uuid, client_id text, key text, fingerprint text, created_at timestamptz, status integer, headers json,
  placeholder text
), unnest(${split('$3')})) as r (
  id, client_id, key, fingerprint, created_at, status, headers, placeholder, body
)`;

/**
 * Stores the responses of rows that the statements before it in the transaction have stored; none for a row that they
 * have refused. A key that is taken violates the primary key, so that the transaction stores nothing. The keys are
 * inserted last and in a fixed order, so that two transactions cannot deadlock.
 *
 * `$1` is the company's id. The scalar subquery is an index look-up for each row; a join may be planned as a scan of the
 * table.
 *
 * @param value - SQL: a scalar subquery for the value that replaces the placeholder of the response `r`, as JSON; null
 *   when the row is not stored
 */
export const keepResponses = (value: string) => `
insert into idempotency_key (company_id, client_id, key, fingerprint, created_at, status, headers, body)
select $1, k.client_id, k.key, decode(k.fingerprint, 'hex'), k.created_at, k.status, k.headers,
  case when k.placeholder is null then k.body else replace(k.body, k.placeholder, k.value) end
from (select r.*, ${value} as value from ${RESPONSES} offset 0) k
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
  return keyed.length === 0 ? [] : [CompiledQuery.raw(text, [company_id, ...parametersOf(keyed)])];
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
    const query = CompiledQuery.raw(TAKEN, [company_id, parametersOf(keyed)[0]]);
    const { rows } = await db.executeQuery<{ id: string }>(query);
    if (rows.length === 0) throw error; // the row was deleted meanwhile, because it had expired
    return { stored: [], taken: new Set(rows.map(({ id }) => id)) };
  }
}

/** @returns `$2` and `$3` of `RESPONSES` */
function parametersOf(rows: readonly KeyedRow[]): [members: string, bodies: string] {
  const members = rows.map(
    ({ id, write: { request, created_at }, answer: { status, headers }, placeholder }) => {
      const { client_id, key } = request;
      const fingerprint = Buffer.from(request.fingerprint).toString('hex');
      return { id, client_id, key, fingerprint, created_at, status, headers, placeholder };
    },
  );
  return [JSON.stringify(members), joined(rows.map(({ answer }) => answer.body))];
}

/** Whether a statement failed because another transaction stored one of its keys after the statement began. */
export function isKeyConflict(error: unknown): boolean {
  return constraintOf(error) === 'idempotency_key_pkey';
}
