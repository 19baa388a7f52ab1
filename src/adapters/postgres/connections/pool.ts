import '../navigator'; // before pg
import { Client, type ClientConfig, Pool, type PoolClient, type PoolConfig } from 'pg';

/**
 * Settings that the text form of values depends on; a database or a role may define others. They are sent in the start
 * message and cost no round trip. PgBouncer accepts these three there and keeps them per client; it rejects most
 * others.
 */
const START_PARAMETERS = {
  DateStyle: 'ISO, MDY',
  TimeZone: 'UTC',
  standard_conforming_strings: 'on',
} as const;

/** A method that is missing in the driver's types. */
type Starting = Client & { getStartupConf(): Record<string, string> };
const StartingClient = Client as unknown as new (config?: string | ClientConfig) => Starting;

class ServiceClient extends StartingClient {
  override getStartupConf(): Record<string, string> {
    return { ...super.getStartupConf(), ...START_PARAMETERS };
  }
}

/**
 * Opens every pool of connections to PostgreSQL in this service.
 *
 * @param onIdleError - called when a connection breaks while it is idle in the pool, and the pool is in use
 */
export function openPool(config: PoolConfig, onIdleError: (error: Error) => void): Pool {
  const pool = new Pool({ ...config, keepAlive: true, Client: ServiceClient });
  pool.on('error', (error) => {
    // `end` does not wait until the connections are closed, and the server may stop meanwhile.
    if (!pool.ending) onIdleError(error);
  });
  // An `error` event without a listener ends the process. The server may close a session in the same packet that opens
  // it, before `pool.connect()` resolves, so the listener is attached on `connect`.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Closes a pool, and a connection of it that is in use: a pool ends when all of its connections are back.
 *
 * @param held - undefined: none is in use
 */
export async function closePool(pool: Pool, held: PoolClient | undefined): Promise<void> {
  held?.release(true);
  await pool.end();
}
