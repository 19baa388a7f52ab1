import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, QueryResultRow } from 'pg';
import { execute } from './execute';

/** A server process. Process ids are reused, so the start time is part of the identity. */
export interface Backend {
  readonly pid: number;
  /** `backend_start` as PostgreSQL formats it, with microseconds. */
  readonly started_at: string;
}

/** A transaction whose outcome can be queried on another connection. */
export interface OpenTransaction {
  /** The value of `pg_current_xact_id()`. */
  readonly xid: string;
  /** The value of `SERVER` when the transaction began. */
  readonly server: string;
}

/**
 * SQL expression that identifies a run of the server. A crash can make the server assign the same transaction ids
 * again, if their records had not been written to the log; an id alone therefore does not identify a transaction. A
 * crash resets the statistics, and a restart changes the start time.
 */
export const SERVER = `
concat_ws(' ', pg_postmaster_start_time(), (select stats_reset from pg_stat_bgwriter))`;

const PAUSES_MS = [0, 25, 75, 150, 250];
/** Work that has not ended after this number of queries is terminated. */
const PATIENT_LOOKS = 3;

/** A standby may lag behind the primary, so its status is ignored until it is promoted. */
const TRANSACTION = `
select case when not pg_is_in_recovery() then pg_xact_status($1::xid8) end as status, ${SERVER} as server`;
const END_TRANSACTION = `
select pg_terminate_backend(pid) from pg_stat_activity where backend_xid = $1::xid8::xid`;
const BACKEND = `
select pg_is_in_recovery() as is_standby, count(a.pid)::integer as count,
  bool_or(case when $3::boolean then pg_terminate_backend(a.pid) end) as ended
from (values (1)) one left join pg_stat_activity a on a.pid = $1 and a.backend_start = $2::timestamptz`;

/**
 * SQLSTATE of "transaction ID … is in the future": the server was restored to, or promoted with, a state before that
 * transaction.
 */
const INVALID_PARAMETER = '22023';

/** Finds out, on separate connections, the outcome of work whose connection was lost. */
export class Outcomes {
  constructor(private readonly pool: Pool) {}

  /**
   * The final outcome of a transaction. A transaction that stays open is terminated after a few queries.
   *
   * @param until - by `performance.now()`
   * @returns whether it was committed; undefined when the server could not be queried in time, or has crashed since and
   *   cannot distinguish this transaction from a later one with the same id
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
   * Waits until a server process has ended. Its statement is then either executed or will never be.
   *
   * @param patient - false terminates the process at once
   * @returns false when the end could not be confirmed in time
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

  /** Queries repeatedly, also after errors: the server may become reachable again. */
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
    timeout_ms: number,
  ): Promise<Row[]> {
    const client = await this.pool.connect();
    let failure: Error | undefined;
    try {
      return (await execute(client, { text, values }, timeout_ms)).rows as Row[];
    } catch (error) {
      throw (failure = error as Error);
    } finally {
      client.release(failure);
    }
  }
}
