import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { Pool, types, type PoolClient } from 'pg';
import type { DB } from './database';

export interface ConnectOptions {
  /** Connections of this process. */
  readonly pool_size: number;
  /** Told of connections that break while they rest in the pool; without a listener they would end the process. */
  readonly onIdleError?: (error: Error) => void;
}

/** Longer waits become errors: a caller gets an answer within 10 s, whatever the database does. */
const CONNECT_TIMEOUT_MS = 4_000;
const QUERY_TIMEOUT_MS = 8_000;

export function connect(url: string, options: ConnectOptions): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: namedStatementPool(url, options) }) });
}

const DATE = 1082;

/**
 * A pool whose statements are prepared once per connection and known by a name from then on: PostgreSQL
 * then parses and plans each text once, which doubles what a short transaction can do.
 */
export function namedStatementPool(url: string, { pool_size, onIdleError }: ConnectOptions): PostgresPool {
  const pool = new Pool({
    connectionString: url,
    max: pool_size,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    types: {
      // A date is the text 'YYYY-MM-DD': a Date would shift it by the process's time zone.
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === DATE ? (value: string) => value : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
  });
  pool.on('error', (error) => onIdleError?.(error));

  const connections = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      let connection = connections.get(client);
      if (!connection) {
        connection = new NamedStatements(client, await isDirect(client)) as unknown as PostgresPoolClient;
        connections.set(client, connection);
      }
      return connection;
    },
    end: () => pool.end(),
  };
}

/**
 * Names live in one server process, so they only work when this connection always reaches the same one.
 * A transaction pooler hands out a cancel key of its own, whose process id is not the server's.
 */
async function isDirect(client: PoolClient): Promise<boolean> {
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return rows[0]?.pid === (client as unknown as { processID: number | null }).processID;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

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
  private broken = false;

  constructor(
    private readonly client: PoolClient,
    private readonly named: boolean,
  ) {}

  async query(text: string, values: unknown[]): Promise<unknown> {
    try {
      const name = this.named ? nameOf(text) : undefined;
      return await this.client.query(name === undefined ? { text, values } : { name, text, values });
    } catch (error) {
      // Without an SQLSTATE it was not the server that refused: the connection's state is unknown.
      if (!(error as { code?: string }).code?.match(/^[0-9A-Z]{5}$/)) this.broken = true;
      throw error;
    }
  }

  release(): void {
    this.client.release(this.broken);
  }
}
