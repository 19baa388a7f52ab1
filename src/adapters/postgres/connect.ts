import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { Pool, type PoolClient, type QueryConfig, types } from 'pg';
import { DomainError } from '../../domain/errors';
import type { DB } from './database';
import { failureOf } from './failures';

export interface ConnectOptions {
  /** Connections of this process. */
  readonly pool_size: number;
  /** Told of connections that break while they rest in the pool; without a listener they would end the process. */
  readonly onIdleError?: (error: Error) => void;
  /** Shorter in tests. */
  readonly limits?: Limits;
}

export interface Limits {
  /** Longer waits for a connection become errors. */
  readonly connect_ms: number;
  /** From the wish for a connection to the end of the last statement on it. What is not committed by then never is. */
  readonly unit_ms: number;
}

/** A caller gets an answer within 10 s, whatever the database does. */
const LIMITS: Limits = { connect_ms: 4_000, unit_ms: 8_500 };
/** A resting connection is closed after that; opening one and preparing its statements anew costs some 10 ms. */
const IDLE_TIMEOUT_MS = 300_000;

export function connect(url: string, options: ConnectOptions): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: namedStatementPool(url, options) }) });
}

const DATE = 1082;

/**
 * A pool whose statements are prepared once per connection and known by a name from then on: PostgreSQL
 * then parses and plans each text once, which doubles what a short transaction can do. A text without parameters is
 * for one use.
 */
export function namedStatementPool(
  url: string,
  { pool_size, onIdleError, limits = LIMITS }: ConnectOptions,
): PostgresPool {
  const pool = new Pool({
    connectionString: url,
    max: pool_size,
    connectionTimeoutMillis: limits.connect_ms,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    keepAlive: true,
    types: {
      // A date is the text 'YYYY-MM-DD': a Date would shift it by the process's time zone.
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === DATE
          ? (value: string) => value
          : (types.getTypeParser(oid, format) as unknown)) as typeof types.getTypeParser,
    },
  });
  pool.on('error', (error) => onIdleError?.(error));

  const connections = new WeakMap<PoolClient, NamedStatements>();
  return {
    async connect() {
      const deadline = performance.now() + limits.unit_ms;
      try {
        const client = await pool.connect();
        let connection = connections.get(client);
        if (!connection) {
          connection = new NamedStatements(client, await isDirect(client, limits));
          connections.set(client, connection);
        }
        connection.deadline = deadline;
        return connection as unknown as PostgresPoolClient;
      } catch (error) {
        throw failureOf(error);
      }
    },
    end: () => pool.end(),
  };
}

/**
 * Names live in one server process, so they only work when this connection always reaches the same one.
 * A transaction pooler hands out a cancel key of its own, whose process id is not the server's.
 *
 * Nor would settings last there. On a direct connection the server ends by itself what nobody waits for any more:
 * its locks would go on to hold up others.
 */
async function isDirect(client: PoolClient, { connect_ms, unit_ms }: Limits): Promise<boolean> {
  // Kept for as long as the client lives: without a listener, a connection that breaks at work ends the process.
  client.on('error', () => undefined);
  try {
    const { rows } = await client.query<{ pid: number }>(timed('select pg_backend_pid() as pid', connect_ms));
    const direct = rows[0]?.pid === (client as unknown as { processID: number | null }).processID;
    if (direct) await client.query(timed(sessionSettings(unit_ms), connect_ms));
    return direct;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** The driver knows it of each query, its types only of the whole client. */
type TimedQuery = QueryConfig & { readonly query_timeout: number };
const timed = (text: string, query_timeout: number): TimedQuery => ({ text, query_timeout });

const sessionSettings = (unit_ms: number) =>
  `select set_config('statement_timeout', '${unit_ms + 500}', false),
    set_config('idle_in_transaction_session_timeout', '${4 * unit_ms}', false)`;

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

class NamedStatements {
  /** By `performance.now()`; set anew for each unit of work. */
  deadline = Infinity;
  /** What broke the connection. It is thrown again by what comes after, a rollback, so that it is what is seen. */
  private fault: Error | undefined;

  constructor(
    private readonly client: PoolClient,
    private readonly named: boolean,
  ) {}

  async query(text: string, values: unknown[] = []): Promise<unknown> {
    if (this.fault) throw this.fault;
    const query_timeout = Math.ceil(this.deadline - performance.now());
    if (query_timeout <= 0) throw (this.fault = tooSlow());
    try {
      const query: TimedQuery = { text, values, query_timeout };
      const name = this.named && values.length > 0 ? nameOf(text) : undefined;
      if (name !== undefined) query.name = name;
      return await this.client.query(query);
    } catch (error) {
      if (isBroken(error)) this.fault = error as Error;
      throw error;
    }
  }

  release(): void {
    this.client.release(this.fault !== undefined);
  }
}

/** Nothing of the unit of work is kept: its commit was not sent. */
function tooSlow(): DomainError {
  return new DomainError('internal_error', 'The database is too slow. Retry later.', { retry_after_s: 2 });
}

/**
 * Whether the connection is of no use any more. Without an SQLSTATE it was not the server that spoke, so its state is
 * unknown. Some of the server's own errors would come again with each use: it was told to stop (57P), it has become a
 * standby (25006), it no longer has a prepared statement (26000) or its plan (0A000).
 */
function isBroken(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === undefined || !/^[0-9A-Z]{5}$/.test(code) || /^(08|57P|25006|25P03|26000|0A000)/.test(code);
}
