import '../navigator'; // before pg
import { Client } from 'pg';

/** Where a URL leads, as the driver reads it: with defaults, bare percent signs, and folders of Unix sockets. */
export interface ServerAddress {
  /** `host:port`, or the path of a socket. */
  readonly server: string;
  readonly user: string;
  readonly database: string;
}

/** @throws Error when the driver cannot read it */
export function serverAddress(url: string): ServerAddress {
  const { host, port, user = '', database = '' } = new Client({ connectionString: url });
  const server = host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : `${host}:${port}`;
  return { server, user, database };
}
