import type { Request } from 'express';

const MAX_LENGTH = 64;

/** Where a request comes from, for the log: with TRUST_PROXY what the proxy says of it, which may be any text. */
export function sourceAddress({ ip = '' }: Request): string {
  return ip.slice(0, MAX_LENGTH);
}

/**
 * Whom attempts are counted on: an IPv4 address, or the network of an IPv6 one, of whose addresses everybody has
 * plenty.
 */
export function remoteNetwork(req: Request): string {
  const address = sourceAddress(req).replace(/^::ffff:/, '');
  return address.includes(':') ? networkOf(address) : address;
}

/** The first 64 bits. */
function networkOf(address: string): string {
  const [head = ''] = address.split('::');
  return `${[...head.split(':'), '0', '0', '0', '0'].slice(0, 4).join(':')}::/64`.slice(0, MAX_LENGTH);
}
