import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type AppOptions, createApp } from '../../src/adapters/http/app';
import { type HttpServer, startServer, type TlsFiles } from '../../src/adapters/http/connections/server';
import { type Route, route } from '../../src/adapters/http/route';
import { DomainError } from '../../src/domain/errors';
import type { Caller } from '../../src/ports/access/access-tokens';
import type { Log } from '../../src/ports/log';
import { NO_UNITS } from './no-units';

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const AN_ID = '01981e5c-7f6a-7c3e-8a51-0a4d6b1c2d3e';

export function aCaller(fields: Partial<Caller> = {}): Caller {
  return {
    client_id: 'a-client',
    company_id: randomUUID(),
    scope: new Set(['relation:read', 'relation:create', 'relation:update', 'relation:delete']),
    expires_at: new Date('2100-01-01T00:00:00Z'),
    ...fields,
  };
}

/** Lets `Bearer <name>` in as the caller of that name. */
export function authenticateAs(callers: Readonly<Record<string, Caller>>): AppOptions['authenticate'] {
  return (authorization, access) => {
    if (access === 'public') return undefined;
    const caller = callers[/^Bearer (\w+)$/.exec(authorization ?? '')?.[1] ?? ''];
    if (!caller) throw new DomainError('invalid_token', 'The access token is missing, malformed or expired.');
    return caller;
  };
}

/** Keeps what is logged. */
export class KeptLog implements Log {
  readonly lines: { level: string; message: string; error?: unknown; members: Record<string, unknown> }[] =
    [];

  info(message: string, members: Readonly<Record<string, unknown>> = {}): void {
    this.lines.push({ level: 'info', message, members });
  }
  warn(message: string, members: Readonly<Record<string, unknown>> = {}): void {
    this.lines.push({ level: 'warn', message, members });
  }
  error(message: string, error: unknown, members: Readonly<Record<string, unknown>> = {}): void {
    this.lines.push({ level: 'error', message, error, members });
  }
}

/** A route that gives back the body it was sent. */
export function echo(body: z.ZodType, path = '/echo'): Route {
  return route({
    method: 'post',
    path,
    access: 'relation:create',
    body,
    response: z.unknown(),
    handle: async (input) => input.body ?? null,
  });
}

export interface Kit {
  readonly server: HttpServer;
  readonly address: string;
  readonly log: KeptLog;
  /** The bytes of a request with a good token. */
  request(line: string, headers?: readonly string[], body?: string): string;
}

/** A listener with the given routes; `full` may do everything with relations, `reader` may read them. */
export async function startKit(
  routes: readonly Route[],
  {
    tls,
    headers_timeout_ms,
    ...options
  }: Partial<AppOptions> & { tls?: TlsFiles; headers_timeout_ms?: number } = {},
): Promise<Kit> {
  const log = new KeptLog();
  const authenticate = authenticateAs({
    full: aCaller(),
    reader: aCaller({ scope: new Set(['relation:read']) }),
  });
  const server = await startServer(createApp({ routes, authenticate, log, units: NO_UNITS, ...options }), {
    host: '127.0.0.1',
    port: 0,
    tls,
    log,
    ...(headers_timeout_ms === undefined ? {} : { headers_timeout_ms }),
  });
  return {
    server,
    log,
    address: server.address,
    request: (line, headers = [], body = '') =>
      [`${line} HTTP/1.1`, 'Host: localhost', 'Authorization: Bearer full', ...headers, '', body].join(
        '\r\n',
      ),
  };
}
