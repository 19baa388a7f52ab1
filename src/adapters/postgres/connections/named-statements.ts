import type { PoolClient, QueryArrayResult, QueryConfig, QueryResult } from 'pg';
import { DomainError } from '../../../domain/errors';
import type { Deadlines } from '../../../ports/deadlines';
import { failureOf, isRefusal } from '../failures';
import { inDoubt, LostStatement } from './doubt';
import { type Backend, type OpenTransaction, type Outcomes, SERVER } from './outcomes';

/** The driver knows it of each query, its types only of the whole client. */
export type TimedQuery = QueryConfig & { readonly query_timeout: number };

/** SQL text -> statement name. Texts are few (code, not data); the cap is for the day when one is not. */
const names = new Map<string, string>();
const MAX_NAMES = 2_000;

function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MAX_NAMES) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  return name;
}

/** The id of a transaction is known from its begin on, so that its outcome can be asked for on another connection. */
const BEGIN = 'begin; select pg_current_xact_id()::text as xid';
/** Each transaction may be on another server process. */
const BEGIN_BEHIND_POOLER = `${BEGIN}, ${SERVER} as server`;
/** How long the end of a statement that nobody waits for any more is seen to. */
const CLEAN_UP_MS = 5_000;

export interface ConnectionContext {
  /** Undefined behind a pooler: statements have no names then, and the process at the other end is not known. */
  readonly backend: (Backend & { /** As `SERVER` names it. */ readonly server: string }) | undefined;
  readonly outcomes: Outcomes;
  readonly deadlines: Deadlines;
  /** How long after the deadline of its work the outcome of a commit may be asked for. */
  readonly resolve_ms: number;
}

/** A connection of the pool, as Kysely uses it. */
export class NamedStatements {
  /** By `performance.now()`; set anew for each unit of work. */
  deadline = Infinity;
  /** What broke the connection. It is thrown again by what comes after, a rollback, so that it is what is seen. */
  private fault: Error | undefined;
  private transaction: OpenTransaction | undefined;

  constructor(
    private readonly client: PoolClient,
    private readonly context: ConnectionContext,
  ) {}

  async query(text: string, values: unknown[] = []): Promise<unknown> {
    if (this.fault) throw this.fault;
    if (text === 'begin') return this.begin();
    if (text === 'commit' && this.transaction) return this.commit(this.transaction);
    const { backend } = this.context;
    const is_in_transaction = this.transaction !== undefined;
    if (text === 'rollback') this.transaction = undefined;
    try {
      const name = backend && values.length > 0 ? nameOf(text) : undefined;
      return await this.send({ text, values, ...(name === undefined ? {} : { name }) });
    } catch (error) {
      if (!isLost(error)) throw this.failed(error);
      if (is_in_transaction) {
        // It never commits. Its locks are freed at once, not when the server notices.
        if (backend) void this.awaitEnd({ patient: false }, performance.now() + CLEAN_UP_MS);
        throw this.failed(error);
      }
      const until = this.until();
      const patient = performance.now() < this.deadline;
      const failure = this.failed(error);
      failure.cause = new LostStatement(error, until, () => this.awaitEnd({ patient }, until));
      throw failure;
    }
  }

  release(): void {
    this.client.release(this.fault !== undefined);
  }

  private async begin(): Promise<QueryResult> {
    try {
      // Of several statements the driver gives an array of results.
      const { backend } = this.context;
      const text = backend ? BEGIN : BEGIN_BEHIND_POOLER;
      const [begun, current] = (await this.send({ text })) as unknown as QueryResult<OpenTransaction>[];
      const { xid, server } = current!.rows[0]!;
      this.transaction = { xid, server: backend?.server ?? server };
      return begun!;
    } catch (error) {
      const failure = this.failed(error);
      this.fault = failure; // a transaction may be open
      throw failure;
    }
  }

  /** Also when the connection is lost over it, its outcome is known in the end, unless the database is away. */
  private async commit(transaction: OpenTransaction): Promise<unknown> {
    const { deadlines, outcomes } = this.context;
    this.transaction = undefined;
    const before = deadlines.note('unknown');
    try {
      const result = await this.send({ text: 'commit' });
      if (result.command !== 'COMMIT') throw new Error('The transaction had failed, and was rolled back.');
      return result;
    } catch (error) {
      if (!isLost(error)) {
        deadlines.note(before);
        throw this.failed(error);
      }
      this.failed(error);
      const is_committed = await outcomes.ofTransaction(transaction, this.until());
      if (is_committed) return { command: 'COMMIT', rowCount: null, rows: [] };
      if (is_committed === undefined) throw (this.fault = inDoubt(error));
      deadlines.note(before);
      throw this.fault!;
    }
  }

  private send(query: QueryConfig): Promise<QueryResult | QueryArrayResult> {
    const query_timeout = Math.ceil(this.deadline - performance.now());
    if (query_timeout <= 0) throw new NotSent();
    const timed: TimedQuery = { ...query, query_timeout };
    return this.client.query(timed);
  }

  private async awaitEnd(how: { patient: boolean }, until: number): Promise<boolean> {
    const { backend, outcomes } = this.context;
    return backend !== undefined && outcomes.awaitEnd(backend, until, how);
  }

  /** A node that was itself frozen past the deadline still asks. */
  private until(): number {
    return Math.max(this.deadline, performance.now()) + this.context.resolve_ms;
  }

  /** @returns what is thrown, and what is thrown from then on when the connection is of no use any more */
  private failed(error: unknown): Error {
    const failure = error instanceof NotSent ? tooSlow() : (failureOf(error) as Error);
    if (error instanceof NotSent || isBroken(error)) this.fault = failure;
    return failure;
  }
}

/** There was no time left for the statement. */
class NotSent extends Error {}

/** Nothing of the unit of work is kept: its commit was not sent. */
export function tooSlow(): DomainError {
  return new DomainError('internal_error', 'The database is too slow. Retry later.', { retry_after_s: 2 });
}

/** It was sent, and it was not the server that refused it: it may have been done. */
function isLost(error: unknown): boolean {
  return !(error instanceof NotSent) && !isRefusal(error) && isBroken(error);
}

/**
 * Whether the connection is of no use any more. Without an SQLSTATE it was not the server that spoke, so its state is
 * unknown. Some of the server's own errors would come again with each use: it was told to stop (57P), it has become a
 * standby (25006), it ended a transaction that took too long (25P03, 25P04), it no longer has a prepared statement
 * (26000) or its plan (0A000).
 */
function isBroken(error: unknown): boolean {
  const { code } = error as { code?: string };
  return (
    code === undefined || !/^[0-9A-Z]{5}$/.test(code) || /^(08|57P|25006|25P0[34]|26000|0A000)/.test(code)
  );
}
