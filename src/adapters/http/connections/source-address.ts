import type { TLSSocket } from 'node:tls';
import proxyAddr from 'proxy-addr';
import type { Request } from '../request';

const MAX_LENGTH = 64;

/**
 * The remote address of a request, for the log; empty when the connection is closed. With TRUST_PROXY it is the last
 * one in `X-Forwarded-For`, because only that one was added by the proxy itself, and may be any text. Some proxies add
 * the port, which is left out: it differs between the connections of a caller.
 */
export function sourceAddress(req: Request): string {
  const found = proxyAddr(req, (_address, hops) => req.app.trust_proxy && hops === 0);
  const address = ((found as string | undefined) ?? '').slice(0, MAX_LENGTH);
  return address.replace(/^([\d.]+):\d+$/, '$1').replace(/^\[([^\]]+)\](:\d+)?$/, '$1');
}

/** Whether the listener or a trusted proxy uses TLS. */
export function isOverTls({ socket, headers, app }: Request): boolean {
  if ((socket as Partial<TLSSocket>).encrypted === true) return true;
  const [scheme = ''] = String(headers['x-forwarded-proto'] ?? '').split(',');
  return app.trust_proxy && scheme.trim() === 'https';
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
