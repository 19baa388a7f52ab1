import type { Request, Response } from 'express';
import type { TLSSocket } from 'node:tls';
import { CONSOLE } from '../paths';

const NAME = 'console_session';
/** Browsers accept a cookie with this prefix over TLS only, and only from the host itself (RFC 6265bis §4.1.3.2). */
const SECURE_NAME = `__Host-${NAME}`;

/** @returns the session token of the cookie; only the cookie name for the current transport is read */
export function sessionCookie(req: Request): string | undefined {
  return cookieNamed(req, isOverTls(req) ? SECURE_NAME : NAME);
}

function cookieNamed(req: Request, name: string): string | undefined {
  const prefix = `${name}=`;
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

/** A sign-in that has begun at the provider. `Lax`, since the provider's page sends the browser back. */
const PENDING = 'console_sign_in';

export function pendingCookie(req: Request): string | undefined {
  return cookieNamed(req, pendingName(req));
}

/** @param text - undefined deletes the cookie */
export function setPendingCookie(req: Request, res: Response, text: string | undefined): void {
  const { name: _name, ...options } = cookieOf(req);
  const lax = { ...options, sameSite: 'lax' } as const;
  if (text === undefined) res.clearCookie(pendingName(req), lax);
  else res.cookie(pendingName(req), text, { ...lax, maxAge: PENDING_MS });
}

/** A sign-in at the provider may take this long. */
export const PENDING_MS = 10 * 60 * 1000;

const pendingName = (req: Request) => (isOverTls(req) ? `__Host-${PENDING}` : PENDING);

function cookieOf(req: Request) {
  const common = { httpOnly: true, sameSite: 'strict' } as const;
  return isOverTls(req)
    ? { ...common, name: SECURE_NAME, secure: true, path: '/' } // the prefix requires this path
    : { ...common, name: NAME, secure: false, path: CONSOLE };
}

/** Whether the listener or a trusted proxy uses TLS. */
function isOverTls(req: Request): boolean {
  return (req.socket as Partial<TLSSocket>).encrypted === true || req.secure;
}
