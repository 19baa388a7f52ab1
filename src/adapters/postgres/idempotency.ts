import { type Kysely, sql } from 'kysely';
import { DomainError } from '../../domain/errors';
import type { Clock } from '../../ports/clock';
import type { Idempotency, KeptAnswer, KeyedRequest } from '../../ports/idempotency';
import type { DB } from './database';
import { sqlStateOf } from './failures';
import type { PostgresUnitOfWork } from './unit-of-work';

const LIFETIME_MS = 24 * 60 * 60 * 1000;
const WAIT_MS = 5_000;
const SWEEP_BATCH = 1_000;

const LOCK_NOT_AVAILABLE = '55P03';

type Replayable = KeptAnswer & { readonly replayed: boolean };

export class PostgresIdempotency implements Idempotency {
  /** Keys that this process is at: those who come second wait here, and not each on a connection of the pool. */
  private readonly running = new Map<string, Promise<unknown>>();

  /** @param wait_ms - how long a second request waits for the first */
  constructor(
    private readonly db: Kysely<DB>,
    private readonly unitOfWork: PostgresUnitOfWork,
    private readonly clock: Clock,
    private readonly wait_ms = WAIT_MS,
  ) {}

  async once(request: KeyedRequest, work: () => Promise<KeptAnswer>): Promise<Replayable> {
    const deadline = performance.now() + this.wait_ms;
    const id = JSON.stringify([request.company_id, request.client_id, request.key]);
    for (let first = this.running.get(id); first; first = this.running.get(id)) await ended(first, deadline);
    const run = this.run(request, deadline, work);
    this.running.set(id, run);
    try {
      return await run;
    } finally {
      this.running.delete(id);
    }
  }

  async sweep(): Promise<number> {
    const oldest = this.oldest();
    let swept = 0;
    for (let batch = SWEEP_BATCH; batch === SWEEP_BATCH; swept += batch) {
      const { numAffectedRows } = await sql`
        delete from idempotency_key where (company_id, client_id, key) in (
          select company_id, client_id, key from idempotency_key
          where created_at < ${oldest} limit ${SWEEP_BATCH}
        )`.execute(this.db);
      batch = Number(numAffectedRows ?? 0);
    }
    return swept;
  }

  private run(request: KeyedRequest, deadline: number, work: () => Promise<KeptAnswer>): Promise<Replayable> {
    const oldest = this.oldest();
    return this.unitOfWork.around(async (trx, inside) => {
      if (!(await this.claim(trx, request, oldest, deadline))) {
        return replay(await this.find(trx, request, oldest), request);
      }
      const answer = await inside(work);
      await this.keep(trx, request, answer);
      return { ...answer, replayed: false };
    });
  }

  /** Waits for a request under the same key that is under way elsewhere, since both insert the same row. */
  private async claim(
    trx: Kysely<DB>,
    { company_id, client_id, key, fingerprint }: KeyedRequest,
    oldest: Date,
    deadline: number,
  ): Promise<boolean> {
    // Not next to nothing, however long it has waited in this process: it holds for the rest of the transaction.
    const patience_ms = Math.ceil(Math.max(deadline - performance.now(), this.wait_ms / 5));
    try {
      const { rows } = await sql`
        with patience as (select set_config('lock_timeout', ${String(patience_ms)}, true))
        insert into idempotency_key (company_id, client_id, key, fingerprint, created_at)
        select ${company_id}::uuid, ${client_id}, ${key}, ${fingerprint}::bytea, ${this.clock.now()}::timestamptz from patience
        on conflict (company_id, client_id, key) do update
          set fingerprint = excluded.fingerprint, status = null, headers = null, body = null, created_at = excluded.created_at
          where idempotency_key.created_at < ${oldest}
        returning true`.execute(trx);
      return rows.length > 0;
    } catch (error) {
      throw sqlStateOf(error) === LOCK_NOT_AVAILABLE ? inProgress() : error;
    }
  }

  private async keep(
    trx: Kysely<DB>,
    request: KeyedRequest,
    { status, headers, body }: KeptAnswer,
  ): Promise<void> {
    await trx
      .updateTable('idempotency_key')
      .set({ status, headers, body })
      .where('company_id', '=', request.company_id)
      .where('client_id', '=', request.client_id)
      .where('key', '=', request.key)
      .execute();
  }

  private find(db: Kysely<DB>, { company_id, client_id, key }: KeyedRequest, oldest: Date) {
    return db
      .selectFrom('idempotency_key')
      .select(['fingerprint', 'status', 'headers', 'body'])
      .where('company_id', '=', company_id)
      .where('client_id', '=', client_id)
      .where('key', '=', key)
      .where('created_at', '>=', oldest)
      .executeTakeFirst();
  }

  private oldest(): Date {
    return new Date(this.clock.now().getTime() - LIFETIME_MS);
  }
}

type Kept = Awaited<ReturnType<PostgresIdempotency['find']>>;

function replay(kept: Kept, { fingerprint }: KeyedRequest): Replayable {
  // Between the refused insert and this look another node's sweep may have taken the row away.
  if (!kept || kept.status === null) throw inProgress();
  if (!kept.fingerprint.equals(fingerprint)) {
    throw new DomainError('idempotency_key_reused', 'Another request was sent under this Idempotency-Key.');
  }
  const { status, headers, body } = kept;
  return { status, headers: headers ?? {}, body: body ?? '', replayed: true };
}

function inProgress(): DomainError {
  return new DomainError('idempotency_in_progress', 'The first request under this key has not ended yet.', {
    retry_after_s: 1,
  });
}

/** However it ends: a failure is its own caller's. */
async function ended(run: Promise<unknown>, deadline: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(inProgress()), deadline - performance.now());
  });
  try {
    await Promise.race([run.catch(() => undefined), patience]);
  } finally {
    clearTimeout(timer);
  }
}
