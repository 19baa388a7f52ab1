import type { Request, Response } from 'express';
import type { TLSSocket } from 'node:tls';
import { CONSOLE } from '../paths';

const NAME = 'console_session';
/** Browsers take a name with this prefix over TLS alone, and let no other host set it (RFC 6265bis §4.1.3.2). */
const SECURE_NAME = `__Host-${NAME}`;

/** @returns the token of the session's cookie; the one that the other transport would set does not count */
export function sessionCookie(req: Request): string | undefined {
  const prefix = `${isOverTls(req) ? SECURE_NAME : NAME}=`;
  const { cookie = '' } = req.headers;
  return cookie
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length);
}

export function setSessionCookie(req: Request, res: Response, token: string, max_age_ms: number): void {
  const { name, ...options } = cookieOf(req);
  res.cookie(name, token, { ...options, maxAge: max_age_ms });
}

export function clearSessionCookie(req: Request, res: Response): void {
  const { name, ...options } = cookieOf(req);
  res.clearCookie(name, options);
}

function cookieOf(req: Request) {
  const common = { httpOnly: true, sameSite: 'strict' } as const;
  return isOverTls(req)
    ? { ...common, name: SECURE_NAME, secure: true, path: '/' } // the prefix wants this path
    : { ...common, name: NAME, secure: false, path: CONSOLE };
}

/** TLS of ours, or of a proxy that is trusted. */
function isOverTls(req: Request): boolean {
  return (req.socket as Partial<TLSSocket>).encrypted === true || req.secure;
}
