import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { KeptAnswer, KeyedRequest } from '../../../ports/idempotency';
import type { DB } from '../database';

const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** @returns the time before which keys have expired */
export function oldestKey(now: Date): Date {
  return new Date(now.getTime() - LIFETIME_MS);
}

/** The key is stored already, or another node is storing it now. */
export class KeyTaken extends Error {}

/** What one request under an Idempotency-Key writes, and the response that is stored with it. */
export class KeyedWrite {
  private done: { readonly result: unknown; readonly answer: KeptAnswer } | undefined;
  private made: KeptAnswer | undefined;

  constructor(
    readonly request: KeyedRequest,
    readonly created_at: Date,
    private readonly makeAnswer: (result: unknown) => KeptAnswer,
  ) {}

  /** The response for what the write returns. */
  answerOf(result: unknown): KeptAnswer {
    return (this.made = this.makeAnswer(result));
  }

  /**
   * Whether a stored response is the one that this write made. It may be another request's after a crash of the
   * server, in which this write and its key were lost.
   */
  hasMade({ body, created_at }: { readonly body: string | null; readonly created_at: Date }): boolean {
    return body === this.made?.body && created_at.getTime() === this.created_at.getTime();
  }

  /** Set once the write is committed. */
  get committed() {
    return this.done;
  }

  commit(result: unknown, answer: KeptAnswer): void {
    this.done = { result, answer };
  }
}

/**
 * Acquires the keys for the rest of the transaction. A key that another transaction has acquired is not waited for: a
 * batch must not wait for one of its requests.
 *
 * @returns for each write whether its key is free and acquired
 */
export async function acquireKeys(trx: Kysely<DB>, writes: readonly KeyedWrite[]): Promise<boolean[]> {
  const [first] = writes;
  if (!first) return [];
  const { rows } = await sql<{ is_free: boolean }>`
    select pg_try_advisory_xact_lock(asked.lock) and kept.key is null as is_free
    from unnest(
        ${writes.map(({ request }) => lockOf(request))}::bigint[],
        ${writes.map(({ request }) => request.company_id)}::uuid[],
        ${writes.map(({ request }) => request.client_id)}::text[],
        ${writes.map(({ request }) => request.key)}::text[]
      ) with ordinality as asked (lock, company_id, client_id, key, position)
      left join idempotency_key kept on kept.company_id = asked.company_id and kept.client_id = asked.client_id
        and kept.key = asked.key and kept.created_at >= ${oldestKey(first.created_at)}
    order by asked.position`.execute(trx);
  return rows.map(({ is_free }) => is_free);
}

/**
 * Stores the responses of acquired keys.
 *
 * @throws KeyTaken: a transaction that has ended since has stored one of the keys
 */
export async function keepAnswers(
  trx: Kysely<DB>,
  kept: readonly { readonly write: KeyedWrite; readonly answer: KeptAnswer }[],
): Promise<void> {
  const [first] = kept;
  if (!first) return;
  const { numAffectedRows } = await sql`
    insert into idempotency_key as kept (company_id, client_id, key, fingerprint, created_at, status, headers, body)
    select * from unnest(
      ${kept.map(({ write }) => write.request.company_id)}::uuid[],
      ${kept.map(({ write }) => write.request.client_id)}::text[],
      ${kept.map(({ write }) => write.request.key)}::text[],
      ${kept.map(({ write }) => write.request.fingerprint)}::bytea[],
      ${kept.map(({ write }) => write.created_at)}::timestamptz[],
      ${kept.map(({ answer }) => answer.status)}::integer[],
      ${kept.map(({ answer }) => JSON.stringify(answer.headers))}::json[],
      ${kept.map(({ answer }) => answer.body)}::text[])
    on conflict (company_id, client_id, key) do update
      set fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers,
        body = excluded.body, created_at = excluded.created_at
      where kept.created_at < ${oldestKey(first.write.created_at)}`.execute(trx);
  if (Number(numAffectedRows) < kept.length) throw new KeyTaken();
}

/** The advisory lock of a key: a signed 64-bit number, in decimal. */
export function lockOf({ company_id, client_id, key }: KeyedRequest): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([company_id, client_id, key]))
    .digest();
  return hash.readBigInt64BE().toString();
}
