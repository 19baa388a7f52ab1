import { serialize, type SerializeOptions } from 'cookie';
import type { Request, Response } from '../../http/request';
import { isOverTls } from '../../http/connections/source-address';
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
  append(res, name, token, options, max_age_ms);
}

export function clearSessionCookie(req: Request, res: Response): void {
  const { name, ...options } = cookieOf(req);
  append(res, name, '', options);
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
  append(res, pendingName(req), text ?? '', lax, text === undefined ? undefined : PENDING_MS);
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

/** @param max_age_ms - undefined deletes the cookie */
function append(
  res: Response,
  name: string,
  value: string,
  options: SerializeOptions,
  max_age_ms?: number,
): void {
  const lifetime =
    max_age_ms === undefined
      ? { expires: new Date(0) }
      : { maxAge: Math.floor(max_age_ms / 1000), expires: new Date(Date.now() + max_age_ms) };
  res.appendHeader('Set-Cookie', serialize(name, value, { ...options, ...lifetime }));
}
