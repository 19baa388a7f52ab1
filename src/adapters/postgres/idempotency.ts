import { type Kysely, sql } from 'kysely';
import { DomainError } from '../../domain/errors';
import type { Clock } from '../../ports/clock';
import type { Idempotency, KeptAnswer, KeyedRequest } from '../../ports/idempotency';
import type { DB } from './database';
import type { PostgresUnitOfWork } from './unit-of-work';

const LIFETIME_MS = 24 * 60 * 60 * 1000;
const WAIT_MS = 5_000;
const SWEEP_BATCH = 1_000;

const LOCK_NOT_AVAILABLE = '55P03';

export class PostgresIdempotency implements Idempotency {
  constructor(
    private readonly db: Kysely<DB>,
    private readonly unitOfWork: PostgresUnitOfWork,
    private readonly clock: Clock,
  ) {}

  once(request: KeyedRequest, work: () => Promise<KeptAnswer>): Promise<KeptAnswer & { replayed: boolean }> {
    return this.unitOfWork.around(
      async (trx, inside) => {
        if (!(await this.claim(trx, request))) return replay(await this.find(trx, request), request);
        const answer = await inside(work);
        await this.keep(trx, request, answer);
        return { ...answer, replayed: false };
      },
      async () => {
        const kept = await this.find(this.db, request);
        return kept && { ...replay(kept, request), replayed: false };
      },
    );
  }

  async sweep(): Promise<number> {
    let swept = 0;
    for (let batch = SWEEP_BATCH; batch === SWEEP_BATCH; swept += batch) {
      const { numAffectedRows } = await sql`
        delete from idempotency_key where (company_id, client_id, key) in (
          select company_id, client_id, key from idempotency_key
          where created_at < ${this.oldest()} limit ${SWEEP_BATCH}
        )`.execute(this.db);
      batch = Number(numAffectedRows ?? 0);
    }
    return swept;
  }

  /** Waits for a request under the same key that is under way, since both insert the same row. */
  private async claim(
    trx: Kysely<DB>,
    { company_id, client_id, key, fingerprint }: KeyedRequest,
  ): Promise<boolean> {
    const now = this.clock.now();
    try {
      const { rows } = await sql`
        with patience as (select set_config('lock_timeout', ${String(WAIT_MS)}, true))
        insert into idempotency_key (company_id, client_id, key, fingerprint, created_at)
        select ${company_id}::uuid, ${client_id}, ${key}, ${fingerprint}::bytea, ${now}::timestamptz from patience
        on conflict (company_id, client_id, key) do update
          set fingerprint = excluded.fingerprint, status = null, headers = null, body = null, created_at = excluded.created_at
          where idempotency_key.created_at < ${this.oldest()}
        returning true`.execute(trx);
      return rows.length > 0;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      throw new DomainError(
        'idempotency_in_progress',
        'The first request under this key has not ended yet.',
        {
          retry_after_s: 1,
        },
      );
    }
  }

  private async keep(
    trx: Kysely<DB>,
    request: KeyedRequest,
    { status, headers, body }: KeptAnswer,
  ): Promise<void> {
    await trx
      .updateTable('idempotency_key')
      .set({ status, headers: JSON.stringify(headers), body })
      .where('company_id', '=', request.company_id)
      .where('client_id', '=', request.client_id)
      .where('key', '=', request.key)
      .execute();
  }

  private find(db: Kysely<DB>, { company_id, client_id, key }: KeyedRequest) {
    return db
      .selectFrom('idempotency_key')
      .select(['fingerprint', 'status', 'headers', 'body'])
      .where('company_id', '=', company_id)
      .where('client_id', '=', client_id)
      .where('key', '=', key)
      .executeTakeFirst();
  }

  private oldest(): Date {
    return new Date(this.clock.now().getTime() - LIFETIME_MS);
  }
}

type Kept = Awaited<ReturnType<PostgresIdempotency['find']>>;

function replay(kept: Kept, { fingerprint }: KeyedRequest): KeptAnswer & { replayed: boolean } {
  // Between the refused insert and this look another node's sweep may have taken the row away.
  if (!kept || kept.status === null) {
    throw new DomainError('idempotency_in_progress', 'The key is being freed. Retry.', { retry_after_s: 1 });
  }
  if (!kept.fingerprint.equals(fingerprint)) {
    throw new DomainError('idempotency_key_reused', 'Another request was sent under this Idempotency-Key.');
  }
  const { status, headers, body } = kept;
  return { status, headers: headers as Record<string, string>, body: body ?? '', replayed: true };
}
