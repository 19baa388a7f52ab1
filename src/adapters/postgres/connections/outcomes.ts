import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, QueryResultRow } from 'pg';

/** A process of the server. Process ids come again, so the time at which it started is part of its name. */
export interface Backend {
  readonly pid: number;
  /** As PostgreSQL writes it, with microseconds. */
  readonly started_at: string;
}

/** A transaction whose outcome can be asked for on another connection. */
export interface OpenTransaction {
  /** `pg_current_xact_id()`. */
  readonly xid: string;
  /** The server that gave it, as `SERVER` names it. */
  readonly server: string;
}

/**
 * SQL: a name of the running server that a crash changes. After a crash the server gives transaction ids again of which
 * nothing was in the log yet, so an id alone does not name a transaction. A crash discards the statistics; a restart has
 * another start time.
 */
export const SERVER = `
concat_ws(' ', pg_postmaster_start_time(), (select stats_reset from pg_stat_bgwriter))`;

const PAUSES_MS = [0, 25, 75, 150, 250];
/** Work that has not ended by itself after so many looks is ended. */
const PATIENT_LOOKS = 3;

/** A standby may lag behind what was committed, so it is asked again until it is the primary. */
const TRANSACTION = `
select case when not pg_is_in_recovery() then pg_xact_status($1::xid8) end as status, ${SERVER} as server`;
const END_TRANSACTION = `
select pg_terminate_backend(pid) from pg_stat_activity where backend_xid = $1::xid8::xid`;
const BACKEND = `
select pg_is_in_recovery() as is_standby, count(a.pid)::integer as count,
  bool_or(case when $3::boolean then pg_terminate_backend(a.pid) end) as ended
from (values (1)) one left join pg_stat_activity a on a.pid = $1 and a.backend_start = $2::timestamptz`;

/** "transaction ID … is in the future": the server was restored, or promoted, from before that transaction. */
const INVALID_PARAMETER = '22023';

/** Finds out, on connections of its own, what became of work whose connection is lost. */
export class Outcomes {
  constructor(private readonly pool: Pool) {}

  /**
   * A transaction that is still open is ended, after some patience, so the answer is final.
   *
   * @param until - by `performance.now()`
   * @returns whether it was committed; undefined when the server could not be asked in time, or has crashed since and
   *   cannot tell this transaction from a later one with the same id
   */
  async ofTransaction({ xid, server }: OpenTransaction, until: number): Promise<boolean | undefined> {
    const outcome = await this.ask(until, async (look, left_ms) => {
      type Row = { status: string | null; server: string };
      const [found] = await this.query<Row>(TRANSACTION, [xid], left_ms).catch((error: { code?: string }) => {
        if (error.code === INVALID_PARAMETER) return [{ status: 'aborted', server }];
        throw error;
      });
      if (found?.status === 'aborted') return 'aborted';
      const is_same_server = found?.server === server;
      if (found?.status === 'committed') return is_same_server ? 'committed' : 'unknown';
      if (is_same_server && look >= PATIENT_LOOKS) await this.query(END_TRANSACTION, [xid], left_ms);
      return undefined;
    });
    return outcome === undefined || outcome === 'unknown' ? undefined : outcome === 'committed';
  }

  /**
   * Waits until a process of the server is gone: what it was at is then done, or will never be.
   *
   * @param patient - false: it is ended at once
   * @returns false when that is not known in time
   */
  async awaitEnd(
    { pid, started_at }: Backend,
    until: number,
    { patient }: { patient: boolean },
  ): Promise<boolean> {
    const has_ended = await this.ask(until, async (look, left_ms) => {
      const ends = !patient || look >= PATIENT_LOOKS;
      type Row = { is_standby: boolean; count: number };
      const [found] = await this.query<Row>(BACKEND, [pid, started_at, ends], left_ms);
      return found?.count === 0 && !found.is_standby ? true : undefined;
    });
    return has_ended ?? false;
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  /** Looks again and again, also when the server cannot be reached: it may be about to come back. */
  private async ask<T>(
    until: number,
    look: (look: number, left_ms: number) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    for (let looks = 0; ; looks++) {
      await sleep(PAUSES_MS[Math.min(looks, PAUSES_MS.length - 1)]);
      const left_ms = Math.ceil(until - performance.now());
      if (left_ms <= 0 || this.pool.ending) return undefined;
      const late = new AbortController();
      const answer = await Promise.race([
        look(looks, left_ms).catch(() => undefined),
        sleep(left_ms, undefined, { signal: late.signal }).catch(() => undefined),
      ]);
      late.abort();
      if (answer !== undefined) return answer;
    }
  }

  private async query<Row extends QueryResultRow>(
    text: string,
    values: unknown[],
    query_timeout: number,
  ): Promise<Row[]> {
    const client = await this.pool.connect();
    let failure: Error | undefined;
    try {
      const query = { text, values, query_timeout };
      return (await client.query<Row>(query)).rows;
    } catch (error) {
      throw (failure = error as Error);
    } finally {
      client.release(failure);
    }
  }
}
