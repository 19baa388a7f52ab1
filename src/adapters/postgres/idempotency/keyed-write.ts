import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { KeyedResponse, KeyedRequest } from '../../../ports/idempotency';
import type { DB } from '../database';
import type { UnfinishedResponse } from './response-batch';

const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** @returns the time before which keys have expired */
export function oldestKey(now: Date): Date {
  return new Date(now.getTime() - LIFETIME_MS);
}

/** The key is stored already, or another transaction is storing it. */
export class KeyTaken extends Error {}

/** The write of a request with an Idempotency-Key, and the response that is stored with it. */
export class KeyedWrite {
  private done: { readonly result: unknown; readonly response: KeyedResponse } | undefined;
  /** The response that was built last. */
  private made: UnfinishedResponse | undefined;

  constructor(
    readonly request: KeyedRequest,
    readonly created_at: Date,
    private readonly makeResponse: (result: unknown) => KeyedResponse,
  ) {}

  /**
   * Builds the response for the result of the write.
   *
   * @param placeholder - text in the body that the statement replaces by a value that it computes
   */
  responseOf(result: unknown, placeholder?: string): KeyedResponse {
    const response = this.makeResponse(result);
    this.made = { response, placeholder };
    return response;
  }

  /**
   * Whether a stored response was built by this write. It may belong to another request when a crash of the server has
   * lost this write and its key.
   */
  hasMade({
    response,
    created_at,
  }: {
    readonly response: KeyedResponse;
    readonly created_at: Date;
  }): boolean {
    if (!this.made || created_at.getTime() !== this.created_at.getTime()) return false;
    const { body } = this.made.response;
    const between = this.made.placeholder === undefined ? [body] : body.split(this.made.placeholder);
    return response.body.startsWith(between[0]!) && response.body.endsWith(between.at(-1)!);
  }

  /** Set once the write is committed. */
  get committed() {
    return this.done;
  }

  commit(result: unknown, response: KeyedResponse): void {
    this.done = { result, response };
  }
}

/**
 * Acquires the key until the end of the transaction, without waiting for other transactions.
 *
 * @throws KeyTaken
 */
export async function acquireKey(trx: Kysely<DB>, { request, created_at }: KeyedWrite): Promise<void> {
  if (!(await isFree(trx, request, oldestKey(created_at)))) throw new KeyTaken();
}

/**
 * Whether no other transaction has the key, and no response is stored since a time. A free key is acquired until the
 * end of the transaction. A Citus cluster executes the statement, with its lock, on the worker with the company.
 */
export async function isFree(
  db: Kysely<DB>,
  { company_id, client_id, key }: Key,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql<{ is_free: boolean }>`
    select pg_try_advisory_xact_lock(${lockOf({ company_id, client_id, key })}::bigint) and not exists (
      select from idempotency_key
      where company_id = ${company_id} and client_id = ${client_id} and key = ${key} and created_at >= ${since}
    ) as is_free`.execute(db);
  return rows[0]!.is_free;
}

/**
 * Stores the response of an acquired key.
 *
 * @throws KeyTaken: a transaction that has ended since has stored the key
 */
export async function keepResponse(
  trx: Kysely<DB>,
  { request, created_at }: KeyedWrite,
  { status, headers, body }: KeyedResponse,
): Promise<void> {
  const { company_id, client_id, key, fingerprint } = request;
  const { numAffectedRows } = await sql`
    insert into idempotency_key as kept (company_id, client_id, key, fingerprint, created_at, status, headers, body)
    values (${company_id}, ${client_id}, ${key}, ${Buffer.from(fingerprint, 'hex')}, ${created_at}, ${status},
      ${JSON.stringify(headers)}, ${body})
    on conflict (company_id, client_id, key) do update
      set fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers,
        body = excluded.body, created_at = excluded.created_at,
        batch_id = null, batch_position = null, computed_value = null, batch_content = null
      where kept.created_at < ${oldestKey(created_at)}`.execute(trx);
  if (Number(numAffectedRows) === 0) throw new KeyTaken();
}

type Key = Pick<KeyedRequest, 'company_id' | 'client_id' | 'key'>;

/** The advisory lock of a key: a signed 64-bit number, in decimal. */
function lockOf({ company_id, client_id, key }: Key): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([company_id, client_id, key]))
    .digest();
  return hash.readBigInt64BE().toString();
}
