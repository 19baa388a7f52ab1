import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * Whether a listener bound to the host can only be reached from this machine: an address of 127.0.0.0/8, `::1`, or the
 * name `localhost` (RFC 6761 §6.3). Other names are not loopback, because they may resolve to another address later.
 */
export function isLoopback(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return host.toLowerCase() === 'localhost';
  return LOOPBACK.check(host, family === 6 ? 'ipv6' : 'ipv4'); // also for an IPv4-mapped IPv6 address
}
