import { Client, type ClientConfig, Pool, type PoolConfig } from 'pg';

/**
 * Settings that the text of values depends on: a database or a role may have others. They are part of the start
 * message, so they cost no round trip. PgBouncer accepts these three in a start message and keeps them per client; it
 * refuses most others.
 */
const START_PARAMETERS = {
  DateStyle: 'ISO, MDY',
  TimeZone: 'UTC',
  standard_conforming_strings: 'on',
} as const;

/** The driver's types leave this method out. */
type Starting = Client & { getStartupConf(): Record<string, string> };
const StartingClient = Client as unknown as new (config?: string | ClientConfig) => Starting;

class ServiceClient extends StartingClient {
  override getStartupConf(): Record<string, string> {
    return { ...super.getStartupConf(), ...START_PARAMETERS };
  }
}

/**
 * The one way in which the service connects to PostgreSQL.
 *
 * @param onIdleError - called when a connection breaks while it is idle in the pool
 */
export function openPool(config: PoolConfig, onIdleError: (error: Error) => void): Pool {
  const pool = new Pool({ ...config, keepAlive: true, Client: ServiceClient });
  pool.on('error', onIdleError);
  // An `error` event without a listener ends the process. The server may end a session in the very packet that opens
  // it, before `pool.connect()` has resolved, so the listener is attached first of all.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
