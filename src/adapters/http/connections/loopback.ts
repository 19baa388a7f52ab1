import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * Whether a listener bound to the host is reached from this machine alone: an address of 127.0.0.0/8, `::1`, or the
 * name `localhost` (RFC 6761 §6.3). Another name may come to mean another address, so it does not count.
 */
export function isLoopback(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return host.toLowerCase() === 'localhost';
  return LOOPBACK.check(host, family === 6 ? 'ipv6' : 'ipv4'); // IPv4 within IPv6 too
}
