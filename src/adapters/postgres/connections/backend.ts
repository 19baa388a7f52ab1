import type { PoolClient } from 'pg';
import { execute } from './execute';
import type { ConnectionContext } from './named-statements';
import { SERVER } from './outcomes';

export interface Limits {
  /** Time limit for opening a connection and for waiting for one of the pool, in milliseconds. */
  readonly connect_ms: number;
  /**
   * From the request for a connection to the end of the last statement on it, in milliseconds. A unit of work that is
   * not committed by then is never committed.
   */
  readonly unit_ms: number;
  /** Additional time to find out the outcome of a commit, in milliseconds. */
  readonly resolve_ms: number;
}

/**
 * Identifies the server process of a connection. Named statements exist in one server process, so they require that the
 * connection always reaches the same process. Behind a transaction pooler it does not: the process id in the pooler's
 * cancel key differs from the server's.
 *
 * Session settings do not last behind a pooler either, so they are set on direct connections only.
 *
 * @returns undefined behind a pooler
 */
export async function directBackend(
  client: PoolClient,
  { connect_ms, unit_ms }: Limits,
  deadline: number,
): Promise<ConnectionContext['backend']> {
  const query = (text: string) =>
    execute(client, { text }, Math.max(1, Math.min(connect_ms, Math.ceil(deadline - performance.now()))));
  try {
    const { rows } = await query(BACKEND);
    const { version, ...backend } = rows[0] as Found;
    const is_direct = backend.pid === (client as unknown as { processID: number | null }).processID;
    if (!is_direct) return undefined;
    await query(sessionSettings(unit_ms, version));
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
 * Session settings. The time-outs make the server end a unit of work that has passed its limit; otherwise a node that
 * is suspended or cut off from the network would keep its locks. The statements are written for the isolation level
 * that is set here, whatever the default of database or role.
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
