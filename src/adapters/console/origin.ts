import type { Request } from 'express';

/** What a proxy in front says may be believed. */
export interface ProxyTrust {
  readonly trust_proxy: boolean;
}

/** Whether the browser reached us, or the proxy in front of us, over TLS. */
export function isSecure(req: Request, { trust_proxy }: ProxyTrust): boolean {
  return req.secure || (trust_proxy && lastOf(req.headers['x-forwarded-proto']) === 'https');
}

/**
 * Whom attempts are counted on: an IPv4 address, or the network of an IPv6 one, of whose addresses everybody has
 * plenty.
 */
export function remoteNetwork(req: Request, { trust_proxy }: ProxyTrust): string {
  const told = trust_proxy ? lastOf(req.headers['x-forwarded-for']) : undefined;
  const address = (told ?? req.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return address.includes(':') ? networkOf(address) : address.slice(0, 64);
}

/** The first 64 bits. */
function networkOf(address: string): string {
  const [head = ''] = address.split('::');
  return `${[...head.split(':'), '0', '0', '0', '0'].slice(0, 4).join(':')}::/64`.slice(0, 64);
}

/**
 * Whether a page of ours sent the form. Browsers say from where a request comes, by one header or the other; what says
 * neither is no browser, and has the JSON interface.
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

/** Of a list of hops, the one that our own proxy saw. */
function lastOf(header: string | string[] | undefined): string | undefined {
  return [header].flat().join(',').split(',').at(-1)?.trim() || undefined;
}
