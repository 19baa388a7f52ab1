import type { Request } from 'express';

const MAX_LENGTH = 64;

/**
 * The remote address of a request, for the log. With TRUST_PROXY it comes from `X-Forwarded-For` and may be any text.
 */
export function sourceAddress({ ip = '' }: Request): string {
  return ip.slice(0, MAX_LENGTH);
}

/**
 * The key that failed attempts are counted by: an IPv4 address, or the /64 network of an IPv6 address, because a single
 * host usually has a whole /64.
 */
export function remoteNetwork(req: Request): string {
  const address = sourceAddress(req).replace(/^::ffff:/, '');
  return address.includes(':') ? networkOf(address) : address;
}

/** The first 64 bits of an IPv6 address. */
function networkOf(address: string): string {
  const [head = ''] = address.split('::');
  return `${[...head.split(':'), '0', '0', '0', '0'].slice(0, 4).join(':')}::/64`.slice(0, MAX_LENGTH);
}
