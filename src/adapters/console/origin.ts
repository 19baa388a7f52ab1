import type { Request } from 'express';

/**
 * Whom attempts are counted on: an IPv4 address, or the network of an IPv6 one, of whose addresses everybody has
 * plenty.
 */
export function remoteNetwork({ ip = '' }: Request): string {
  const address = ip.replace(/^::ffff:/, '');
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
