import type { Request } from '../../http/request';
import { addressInConsole, CONSOLE, withQuery } from '../paths';

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

/**
 * The page of the console that the request came from, as far as the browser states one, without the result of an
 * earlier form. Only path and query are read, so that it is on this host.
 */
export function refererOf({ headers: { referer = '' } }: Request): string | undefined {
  if (!URL.canParse(referer)) return undefined;
  const { pathname, searchParams } = new URL(referer);
  searchParams.delete('done');
  const address = addressInConsole(withQuery(pathname, Object.fromEntries(searchParams)));
  return address === CONSOLE ? undefined : address;
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
