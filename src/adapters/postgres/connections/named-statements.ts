import type { PoolClient, QueryResult } from 'pg';
import type { Deadlines } from '../../../ports/deadlines';
import { failureOf } from '../failures';
import { inDoubt, isBroken, isLost, LostStatement, NotSent, tooSlow } from './doubt';
import { execute, type NamedText, type ReadResult } from './execute';
import type { UnitEnd } from './connection-shares';
import { type Backend, type OpenTransaction, type Outcomes, SERVER } from './outcomes';

/** A text with its parameters. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Statement names by SQL text. Texts come from code, so they are few; the limit protects against generated texts. */
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

/** Plans are discarded after this number of named statements, and whenever it has doubled. */
const FIRST_DISCARD = 256;

/** Begins a transaction and reads its id, so that its outcome can be queried on another connection. */
const BEGIN = 'begin; select pg_current_xact_id()::text as xid';
/** Reads the server's name too, because each transaction may reach another server. */
const BEGIN_BEHIND_POOLER = `${BEGIN}, ${SERVER} as server`;
/** Time limit for terminating a statement whose caller has already received an error, in milliseconds. */
const CLEAN_UP_MS = 5_000;

export interface ConnectionContext {
  /** Undefined behind a pooler: statements are not named then, and the server process is unknown. */
  readonly backend: (Backend & { /** The value of `SERVER`. */ readonly server: string }) | undefined;
  readonly outcomes: Outcomes;
  readonly deadlines: Deadlines;
  /** How long after the deadline of a unit of work the outcome of its commit may be queried, in milliseconds. */
  readonly resolve_ms: number;
}

/** A unit of work, as far as its connection is concerned. Times are by `performance.now()`. */
export interface UnitOnConnection {
  readonly began: number;
  readonly deadline: number;
  /** Called once. */
  readonly end: (end: UnitEnd) => void;
}

/** A unit of work that had less time, in milliseconds, may have spent its time on waiting for its connection. */
const LEAST_OVERDUE_MS = 1_000;
/** A timer counts from the start of an iteration of the event loop, so it may fire before its time by as much. */
const TIMER_ERROR_MS = 50;

/** A connection of the pool, in the shape that Kysely expects. */
export class NamedStatements {
  private unit: UnitOnConnection = { began: 0, deadline: Infinity, end: () => undefined };
  /**
   * The error that broke the connection. Later statements, such as a rollback, throw it again, so that the caller sees
   * the original error.
   */
  private fault: Error | undefined;
  /** Whether the connection was closed without a fault. */
  private is_closed = false;
  private transaction: OpenTransaction | undefined;
  private named_count = 0;
  private next_discard = FIRST_DISCARD;

  constructor(
    private readonly client: PoolClient,
    private readonly context: ConnectionContext,
  ) {}

  /** Begins a unit of work. It ends with `release`. */
  open(unit: UnitOnConnection): void {
    this.unit = unit;
  }

  async query(text: string, values: unknown[] = []): Promise<unknown> {
    if (this.fault) throw this.fault;
    if (text === 'begin') return this.begin();
    if (text === 'commit' && this.transaction) return this.commit(this.transaction);
    const is_in_transaction = this.transaction !== undefined;
    if (text === 'rollback') this.transaction = undefined;
    try {
      return await this.sendNamed(text, values);
    } catch (error) {
      if (!is_in_transaction || !isLost(error)) throw this.undecided(error);
      // The transaction never commits. Its server process is terminated, so that its locks are released at once.
      if (this.context.backend) void this.awaitEnd({ patient: false }, performance.now() + CLEAN_UP_MS);
      throw this.failed(error);
    }
  }

  /**
   * Reads rows outside of a transaction, until they have a number of bytes.
   *
   * @param max_bytes - reached by the last row, if rows are missing
   */
  async read({ text, values }: Statement, max_bytes: number): Promise<ReadResult> {
    if (this.fault) throw this.fault;
    try {
      const result = await this.sendNamed(text, values, max_bytes);
      if (result.is_cut) this.is_closed = true;
      return result;
    } catch (error) {
      throw this.failed(error);
    }
  }

  /**
   * Makes PostgreSQL plan anew: without statistics, a plan suits only the size that the tables had when it was made.
   */
  async discardPlans(): Promise<void> {
    if (this.named_count < this.next_discard) return;
    this.next_discard = 2 * this.named_count;
    try {
      await this.send({ text: 'discard plans' });
    } catch (error) {
      this.client.release(true);
      throw this.failed(error);
    }
  }

  /**
   * Executes statements as one transaction, in one round trip: all are sent before the first result arrives; behind a
   * pooler, `begin` before them. When one fails, PostgreSQL executes none of those after it, and rolls back.
   *
   * @param makeOthers - called when the first statements have been sent, so that PostgreSQL works meanwhile
   * @returns the results of the statements
   */
  async together(
    first: readonly Statement[],
    makeOthers: () => readonly Statement[],
  ): Promise<QueryResult[]> {
    if (this.fault) throw this.fault;
    const begin = this.send({ text: 'begin' });
    // A pooler may refuse `begin` and pass on what follows, which would be stored outside of a transaction.
    if (!this.context.backend) {
      await begin.catch((error: unknown) => {
        throw this.failed(error);
      });
    }
    const begun = Promise.allSettled([begin, ...this.sendAll(first)]);
    await new Promise((resolve) => process.nextTick(resolve)); // in which they are written to the socket
    let others: readonly Statement[];
    try {
      others = makeOthers();
    } catch (error) {
      const results = [...(await begun), ...(await Promise.allSettled([this.send({ text: 'rollback' })]))];
      for (const one of results) if (one.status === 'rejected') this.failed(one.reason);
      throw error;
    }
    const ended = Promise.allSettled([...this.sendAll(others), this.send({ text: 'commit' })]);
    const results = [...(await begun), ...(await ended)];
    const errors = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    if (errors.length > 0) {
      // A later statement may have broken the connection, or was not sent, so that the transaction is still open.
      for (const error of errors.slice(1)) this.failed(error);
      // The statements behind a `begin` that was refused may have been stored one by one.
      const is_begun = results[0]!.status === 'fulfilled' || errors[0] instanceof NotSent;
      const failure = this.undecided(errors[0], !is_begun || isLost(errors[0]));
      if (!is_begun) this.fault ??= failure;
      throw failure;
    }
    const succeeded = results.map((result) => (result as PromiseFulfilledResult<QueryResult>).value);
    if (succeeded.at(-1)!.command !== 'COMMIT')
      throw new Error('The transaction had failed, and was rolled back.');
    return succeeded.slice(1, -1);
  }

  release(): void {
    this.client.release(this.is_closed || this.fault !== undefined);
    this.unit.end(this.endOfUnit());
  }

  private endOfUnit(): UnitEnd {
    if (this.fault === undefined) return 'done';
    const { began, deadline } = this.unit;
    const now = performance.now();
    return now >= deadline - TIMER_ERROR_MS && now - began >= LEAST_OVERDUE_MS ? 'overdue' : undefined;
  }

  private async begin(): Promise<QueryResult> {
    try {
      // For a text with several statements the driver returns an array of results.
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

  /**
   * Commits. When the connection is lost meanwhile, the outcome is found out on another connection, unless the database
   * is unavailable.
   */
  private async commit(transaction: OpenTransaction): Promise<unknown> {
    const { deadlines, outcomes } = this.context;
    this.transaction = undefined;
    const before = deadlines.setEffect('unknown');
    try {
      const result = await this.send({ text: 'commit' });
      if (result.command !== 'COMMIT') throw new Error('The transaction had failed, and was rolled back.');
      return result;
    } catch (error) {
      if (!isLost(error)) {
        deadlines.setEffect(before);
        throw this.failed(error);
      }
      this.failed(error);
      const is_committed = await outcomes.ofTransaction(transaction, this.until());
      if (is_committed) return { command: 'COMMIT', rowCount: null, rows: [] };
      if (is_committed === undefined) throw (this.fault = inDoubt(error));
      deadlines.setEffect(before);
      throw this.fault!;
    }
  }

  private async send(query: NamedText): Promise<ReadResult> {
    const timeout_ms = Math.ceil(this.unit.deadline - performance.now());
    if (timeout_ms <= 0) throw new NotSent();
    // Statements that are sent together are written to the socket with one system call. The driver needs one for each.
    const { stream } = this.client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    return execute(this.client, query, timeout_ms);
  }

  private sendAll(statements: readonly Statement[]): Promise<QueryResult>[] {
    return statements.map(({ text, values }) => this.sendNamed(text, values));
  }

  private sendNamed(text: string, values: readonly unknown[], max_bytes = Infinity): Promise<ReadResult> {
    const name = this.context.backend && values.length > 0 ? nameOf(text) : undefined;
    if (name !== undefined) this.named_count++;
    return this.send({ text, values: [...values], max_bytes, ...(name === undefined ? {} : { name }) });
  }

  /** The error of a statement that is its own transaction. The cause of a lost one is a `LostStatement`. */
  private undecided(error: unknown, is_lost = isLost(error)): Error {
    if (!is_lost) return this.failed(error);
    const until = this.until();
    const patient = performance.now() < this.unit.deadline;
    const failure = this.failed(error);
    failure.cause = new LostStatement(error, until, () => this.awaitEnd({ patient }, until));
    return failure;
  }

  private async awaitEnd(how: { patient: boolean }, until: number): Promise<boolean> {
    const { backend, outcomes } = this.context;
    return backend !== undefined && outcomes.awaitEnd(backend, until, how);
  }

  /** Also a node that was suspended past the deadline gets time to query the outcome. */
  private until(): number {
    return Math.max(this.unit.deadline, performance.now()) + this.context.resolve_ms;
  }

  /** @returns the error to throw; when the connection is broken, later statements throw it too */
  private failed(error: unknown): Error {
    const failure = error instanceof NotSent ? tooSlow() : (failureOf(error) as Error);
    if (error instanceof NotSent || isBroken(error)) this.fault = failure;
    return failure;
  }
}
