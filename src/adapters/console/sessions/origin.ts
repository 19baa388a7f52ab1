import type { Request } from 'express';

/**
 * Whether a form was sent by a page of the console. Browsers send `Sec-Fetch-Site` or `Origin`; a client that sends
 * neither is not a browser and is refused.
 */
export function isSameOrigin(req: Request): boolean {
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = req.headers;
  return origin !== undefined && host !== undefined && hostOf(origin) === host.toLowerCase();
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
