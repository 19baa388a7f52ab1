import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type QueryResult,
  Transaction,
} from 'kysely';
import './navigator'; // before pg
import type { PoolClient } from 'pg';
import type { PoolUse } from '../../ports/metrics';
import { type Deadlines, NO_DEADLINES } from '../../ports/deadlines';
import { directBackend, type Limits } from './connections/backend';
import { ConnectionShares, type ShareName } from './connections/connection-shares';
import { tooSlow } from './connections/doubt';
import { NamedStatements, type Statement } from './connections/named-statements';
import { Outcomes } from './connections/outcomes';
import { openPool } from './connections/pool';
import { shareOfWork } from './connections/share-of-work';
import type { DB } from './database';
import { failureOf, sqlStateOf } from './failures';

export interface ConnectOptions {
  /** Maximum number of pooled connections of this process. */
  readonly pool_size: number;
  /** Called when a connection breaks while it is idle in the pool. */
  readonly onIdleError?: (error: Error) => void;
  /** Deadlines of requests. Work outside of a request is limited by `unit_ms`. */
  readonly deadlines?: Deadlines;
  /**
   * The company of the current request, if it has one. Companies then share the connections (`ConnectionShares`);
   * otherwise requests are served in the order of their arrival.
   */
  readonly shareOf?: () => ShareName;
  /** Time limits; shorter in tests. */
  readonly limits?: Limits;
}

/** Together below 10 s, within which every caller gets a response. */
const LIMITS: Limits = { connect_ms: 4_000, unit_ms: 8_300, resolve_ms: 800 };
/** An idle connection is closed after this time. Opening one and preparing its statements again costs about 10 ms. */
const IDLE_TIMEOUT_MS = 300_000;

/** @param wrap - gives the pool that is used; tests observe its connections */
export function connect(
  url: string,
  options: ConnectOptions,
  wrap: (pool: ServicePool) => ServicePool = (pool) => pool,
): Kysely<DB> {
  const pool = wrap(namedStatementPool(url, options));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  pools.set(db, pool);
  return db;
}

/** The pool of each database, since Kysely sends one statement at a time. */
const pools = new WeakMap<Kysely<DB>, ServicePool>();

export type ServicePool = PostgresPool & { use(): PoolUse };

/** @throws Error for a database that `connect` has not opened */
export function poolUse(db: Kysely<DB>): PoolUse {
  return poolOf(db).use();
}

function poolOf(db: Kysely<DB>): ServicePool {
  const pool = pools.get(db);
  if (!pool) throw new Error('The database was not opened by connect().');
  return pool;
}

async function connectionOf(db: Kysely<DB>): Promise<NamedStatements> {
  return (await poolOf(db).connect()) as unknown as NamedStatements;
}

/**
 * Reads rows: at least one if there is any, and none after those that have `max_bytes`. It reads all in a transaction,
 * whose connection has to stay open, and in a database that `connect` has not opened.
 *
 * @returns the rows, and whether others are missing
 */
export async function readWithin<Row>(
  db: Kysely<DB>,
  query: CompiledQuery<Row>,
  max_bytes: number,
): Promise<{ rows: Row[]; is_cut: boolean }> {
  if (!pools.has(db)) return { rows: (await db.executeQuery(query)).rows, is_cut: false };
  const connection = await connectionOf(db);
  try {
    const { rows, is_cut = false } = await connection.read(statementOf(query), max_bytes);
    return { rows: rows as Row[], is_cut };
  } finally {
    connection.release();
  }
}

/**
 * Executes statements as one transaction, in one round trip; behind a pooler in two. Inside a transaction, they are
 * part of it.
 *
 * @param makeOthers - outside of a transaction called while PostgreSQL executes the first statements
 * @returns the results of the statements, in their order
 */
export async function inOneRoundTrip<Row>(
  db: Kysely<DB>,
  first: readonly CompiledQuery[],
  makeOthers: () => readonly CompiledQuery[],
): Promise<Pick<QueryResult<Row>, 'rows'>[]> {
  if (db.isTransaction) return (await pipelined(db, [...first, ...makeOthers()])) as QueryResult<Row>[];
  const connection = await connectionOf(db);
  try {
    return await connection.together(first.map(statementOf), () => makeOthers().map(statementOf));
  } finally {
    connection.release();
  }
}

/**
 * Executes statements of a transaction in their order, in one round trip. When one fails, PostgreSQL refuses those
 * after it.
 */
export function pipelined<Rows extends readonly unknown[]>(
  db: Kysely<DB>,
  queries: { readonly [Nth in keyof Rows]: CompiledQuery<Rows[Nth]> },
): Promise<{ -readonly [Nth in keyof Rows]: QueryResult<Rows[Nth]> }> {
  // Outside of a transaction, each statement would take a connection of its own.
  return db.getExecutor().provideConnection(async (connection) => {
    const results = await Promise.all(queries.map((query) => connection.executeQuery(query)));
    return results as { -readonly [Nth in keyof Rows]: QueryResult<Rows[Nth]> };
  });
}

/**
 * Runs work in a transaction that sends each statement at once. Statements that the work starts together share a round
 * trip. PostgreSQL executes them in the order in which they were called. Kysely's own transaction sends a statement
 * after the result of the one before it.
 */
export function inTransaction<T>(db: Kysely<DB>, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  return db.transaction().execute((serial) => {
    const executor = serial.getExecutor();
    return executor.provideConnection(async (connection) => {
      let is_open = true;
      let failure: unknown;
      const provideConnection = async <R>(
        use: (connection: DatabaseConnection) => Promise<R>,
      ): Promise<R> => {
        // A statement that the work sends after a failure would run after the rollback, as a transaction of its own.
        if (!is_open) throw new Error('The transaction has ended.');
        try {
          return await use(connection);
        } catch (error) {
          failure ??= error;
          throw error;
        }
      };
      try {
        return await work(
          new Transaction({ ...UNUSED, executor: executor.withConnectionProvider({ provideConnection }) }),
        );
      } catch (error) {
        // PostgreSQL refuses the statements after the one that failed, and the work may learn of these refusals first.
        throw sqlStateOf(error) === ABORTED ? failure : error;
      } finally {
        is_open = false;
      }
    });
  });
}

/** The SQLSTATE of statements after the one that failed. */
const ABORTED = '25P02';

const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('It opens no connections.')) });
/** Values that the constructor of a transaction requires, and a transaction does not use. */
const UNUSED = { dialect, config: { dialect }, driver: dialect.createDriver() };

function statementOf({ sql: text, parameters: values }: CompiledQuery): Statement {
  return { text, values };
}

/**
 * A pool whose connections prepare each statement once, under a name. PostgreSQL then parses and plans a text only once
 * per connection, which doubles the throughput of short transactions. Texts without parameters are not prepared.
 */
export function namedStatementPool(
  url: string,
  {
    pool_size,
    onIdleError = () => undefined,
    deadlines = NO_DEADLINES,
    shareOf,
    limits = LIMITS,
  }: ConnectOptions,
): ServicePool {
  const pool = openPool(
    {
      connectionString: url,
      max: pool_size,
      pipeline: true, // for `NamedStatements.together`
      connectionTimeoutMillis: limits.connect_ms,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
    },
    onIdleError,
  );
  // A separate pool, because the outcome of a commit is asked for when the main pool may be exhausted.
  const outcomes = new Outcomes(
    openPool({ connectionString: url, max: 2, connectionTimeoutMillis: limits.resolve_ms }, onIdleError),
  );

  const shares = shareOf && new ConnectionShares(pool_size);
  const connections = new WeakMap<PoolClient, NamedStatements>();
  return {
    async connect() {
      const now = performance.now();
      const deadline = Math.min(now + limits.unit_ms, deadlines.current());
      if (deadline <= now) throw tooSlow();
      const share = shareOf && shareOfWork(shareOf);
      const wait = shares?.take(share, Math.min(limits.connect_ms, deadline - now));
      if (wait && !(await wait)) throw tooSlow();
      try {
        const client = await pool.connect();
        let connection = connections.get(client);
        if (!connection) {
          const backend = await directBackend(client, limits, deadline);
          const { resolve_ms } = limits;
          connection = new NamedStatements(client, { backend, outcomes, deadlines, resolve_ms });
          connections.set(client, connection);
        }
        connection.open({ began: performance.now(), deadline, end: (end) => shares?.end(share, end) });
        await connection.discardPlans();
        return connection as unknown as PostgresPoolClient;
      } catch (error) {
        shares?.end(share, undefined);
        throw failureOf(error);
      }
    },
    use: () => ({
      size: pool_size,
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount + (shares?.waiting ?? 0),
    }),
    async end() {
      await Promise.all([pool.end(), outcomes.close()]);
    },
  };
}
