import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { doneWithin } from '../../done-within';
import { DomainError } from '../../../domain/errors';
import type { Clock } from '../../../ports/clock';
import type { Idempotency, KeyedResponse, KeyedRequest } from '../../../ports/idempotency';
import type { UnitOfWork } from '../../../ports/unit-of-work';
import type { DB } from '../database';
import { isInDoubt } from '../connections/doubt';
import type { PostgresUnitsOfWork } from '../units/units-of-work';
import { findStoredResponse, type StoredResponse } from './stored-response';
import { isFree, KeyedWrite, KeyTaken, oldestKey } from './keyed-write';

const WAIT_MS = 5_000;
const LOOK_AGAIN_MS = 50;
const SWEEP_BATCH = 1_000;

type Replayable = KeyedResponse & { readonly replayed: boolean };
type Work = (unit: UnitOfWork) => Promise<unknown>;
type ResponseOf = (result: unknown) => KeyedResponse;

export class PostgresIdempotency implements Idempotency {
  /**
   * Running requests of this process by key. A second request with the same key waits for the first without a
   * connection.
   */
  private readonly running = new Map<string, Promise<unknown>>();

  /** @param wait_ms - how long a second request waits for the first */
  constructor(
    private readonly db: Kysely<DB>,
    private readonly units: PostgresUnitsOfWork,
    private readonly clock: Clock,
    private readonly wait_ms = WAIT_MS,
  ) {}

  async once(request: KeyedRequest, work: Work, makeResponse: ResponseOf): Promise<Replayable> {
    const deadline = performance.now() + this.wait_ms;
    const id = `${request.company_id}\n${request.client_id}\n${request.key}`; // none of them has a line break
    let has_waited = false;
    for (let first = this.running.get(id); first; first = this.running.get(id)) {
      has_waited = true;
      await ended(first, deadline);
    }
    const run = this.run(request, deadline, has_waited, work, makeResponse);
    this.running.set(id, run);
    try {
      return await run;
    } finally {
      this.running.delete(id);
    }
  }

  async sweep(): Promise<number> {
    const oldest = oldestKey(this.clock.now());
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

  /**
   * Runs the work of a request. The key is not looked up in advance: the write itself detects that it is taken. After
   * another failure it is looked up, because the failure may be a consequence of the first request, which has taken
   * effect.
   */
  private async run(
    request: KeyedRequest,
    deadline: number,
    is_repeated: boolean,
    work: Work,
    makeResponse: ResponseOf,
  ): Promise<Replayable> {
    if (is_repeated) {
      const stored = await this.find(request);
      if (stored) return replay(stored, request);
    }
    for (;;) {
      const write = new KeyedWrite(request, this.clock.now(), makeResponse);
      let result: unknown;
      try {
        const unit = this.units.openKeyed(write);
        result = await work(unit);
        if (!write.committed) await unit.transaction(async () => result); // store only the response
      } catch (error) {
        if (write.committed?.result === error) return { ...write.committed!.response, replayed: false };
        if (error instanceof KeyTaken) {
          const stored = await this.awaitEnd(request, deadline);
          if (stored) return replay(stored, request);
          continue; // the first request has failed
        }
        const stored = await this.find(request).catch(() => undefined); // if the look-up fails, the error of the work is reported
        if (!stored) throw error;
        if (isInDoubt(error) && write.hasMade(stored)) return { ...stored.response, replayed: false };
        return replay(stored, request);
      }
      return { replayed: false, ...done(write, result) };
    }
  }

  /**
   * @returns the response of the request that has the key; undefined when that request has ended without a response
   * @throws DomainError idempotency_in_progress
   */
  private async awaitEnd(request: KeyedRequest, deadline: number): Promise<StoredResponse | undefined> {
    for (;;) {
      // The lock is queried before the row, because a transaction commits the row before it releases the lock.
      const is_free = await isFree(this.db, request, oldestKey(this.clock.now()));
      const stored = await this.find(request);
      if (stored || is_free) return stored;
      if (performance.now() >= deadline) throw inProgress();
      await sleep(LOOK_AGAIN_MS);
    }
  }

  private find(request: KeyedRequest): Promise<StoredResponse | undefined> {
    return findStoredResponse(this.db, request, oldestKey(this.clock.now()));
  }
}

/** @throws Error when the work did not return the value of its write, from which the stored response was built */
function done({ committed }: KeyedWrite, result: unknown): KeyedResponse {
  if (committed?.result !== result) throw new Error('A use case did not return the value of its write.');
  return committed!.response;
}

function replay(stored: StoredResponse, { fingerprint }: KeyedRequest): Replayable {
  if (stored.fingerprint !== fingerprint) {
    throw new DomainError('idempotency_key_reused', 'Another request was sent under this Idempotency-Key.');
  }
  return { ...stored.response, replayed: true };
}

function inProgress(): DomainError {
  return new DomainError('idempotency_in_progress', 'The first request under this key has not ended yet.', {
    retry_after_s: 1,
  });
}

/**
 * Waits until a request has ended. Its error is ignored, because it concerns that request only.
 *
 * @throws DomainError idempotency_in_progress at the deadline
 */
async function ended(run: Promise<unknown>, deadline: number): Promise<void> {
  const end = run.then(
    () => true,
    () => true,
  );
  if (!(await doneWithin(deadline - performance.now(), end))) throw inProgress();
}
