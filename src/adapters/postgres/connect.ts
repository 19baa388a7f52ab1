import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { type PoolClient, types } from 'pg';
import { type Deadlines, NO_DEADLINES } from '../../ports/deadlines';
import {
  type ConnectionContext,
  NamedStatements,
  type TimedQuery,
  tooSlow,
} from './connections/named-statements';
import { Outcomes, SERVER } from './connections/outcomes';
import { openPool } from './connections/pool';
import type { DB } from './database';
import { failureOf } from './failures';

export interface ConnectOptions {
  /** Connections of this process. */
  readonly pool_size: number;
  /** Called when a connection breaks while it is idle in the pool. */
  readonly onIdleError?: (error: Error) => void;
  /** Of requests; work for none of them has the limit of a unit of work. */
  readonly deadlines?: Deadlines;
  /** Shorter in tests. */
  readonly limits?: Limits;
}

export interface Limits {
  /** Longer waits for a connection become errors. */
  readonly connect_ms: number;
  /** From the wish for a connection to the end of the last statement on it. What is not committed by then never is. */
  readonly unit_ms: number;
  /** After that, for finding out what became of a commit. */
  readonly resolve_ms: number;
}

/** A caller gets an answer within 10 s, whatever the database does. */
const LIMITS: Limits = { connect_ms: 4_000, unit_ms: 8_300, resolve_ms: 800 };
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
  { pool_size, onIdleError = () => undefined, deadlines = NO_DEADLINES, limits = LIMITS }: ConnectOptions,
): PostgresPool {
  const pool = openPool(
    {
      connectionString: url,
      max: pool_size,
      connectionTimeoutMillis: limits.connect_ms,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      types: {
        // A date is the text 'YYYY-MM-DD': a Date would shift it by the process's time zone.
        getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
          oid === DATE
            ? (value: string) => value
            : (types.getTypeParser(oid, format) as unknown)) as typeof types.getTypeParser,
      },
    },
    onIdleError,
  );
  // Of its own: what became of a commit is asked for when the pool may have no connection left.
  const outcomes = new Outcomes(
    openPool({ connectionString: url, max: 2, connectionTimeoutMillis: limits.resolve_ms }, onIdleError),
  );

  const connections = new WeakMap<PoolClient, NamedStatements>();
  return {
    async connect() {
      const deadline = Math.min(performance.now() + limits.unit_ms, deadlines.current());
      if (deadline <= performance.now()) throw tooSlow();
      try {
        const client = await pool.connect();
        let connection = connections.get(client);
        if (!connection) {
          const backend = await directBackend(client, limits, deadline);
          const { resolve_ms } = limits;
          connection = new NamedStatements(client, { backend, outcomes, deadlines, resolve_ms });
          connections.set(client, connection);
        }
        connection.deadline = deadline;
        return connection as unknown as PostgresPoolClient;
      } catch (error) {
        throw failureOf(error);
      }
    },
    async end() {
      await Promise.all([pool.end(), outcomes.close()]);
    },
  };
}

/**
 * Names live in one server process, so they only work when this connection always reaches the same one.
 * A transaction pooler hands out a cancel key of its own, whose process id is not the server's.
 *
 * Session settings would not last behind a pooler either, so they are set on direct connections only.
 *
 * @returns undefined behind a pooler
 */
async function directBackend(
  client: PoolClient,
  { connect_ms, unit_ms }: Limits,
  deadline: number,
): Promise<ConnectionContext['backend']> {
  const timed = (text: string): TimedQuery => ({
    text,
    query_timeout: Math.max(1, Math.min(connect_ms, Math.ceil(deadline - performance.now()))),
  });
  try {
    const { rows } = await client.query<Found>(timed(BACKEND));
    const { version, ...backend } = rows[0]!;
    const is_direct = backend.pid === (client as unknown as { processID: number | null }).processID;
    if (!is_direct) return undefined;
    await client.query(timed(sessionSettings(unit_ms, version)));
    return backend;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

type Found = NonNullable<ConnectionContext['backend']> & { readonly version: number };
const BACKEND = `
select pid, backend_start::text as started_at, ${SERVER} as server,
  current_setting('server_version_num')::integer as version
from pg_stat_activity where pid = pg_backend_pid()`;

/**
 * The server itself ends what a unit of work should have ended: a node that is frozen, or cut off, would keep its locks
 * otherwise. The isolation level is what the statements are written for, whatever the database or the role sets.
 */
function sessionSettings(unit_ms: number, server_version: number): string {
  const settings: Record<string, string | number> = {
    statement_timeout: unit_ms + 700,
    idle_in_transaction_session_timeout: unit_ms + 700,
    ...(server_version >= 170_000 ? { transaction_timeout: unit_ms + 1_200 } : {}),
    default_transaction_isolation: 'read committed',
    IntervalStyle: 'postgres',
  };
  const calls = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  return `select ${calls.join(', ')}`;
}
