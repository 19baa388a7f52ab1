import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** The address that a name resolved to, or that a connection reached, is not allowed. */
export class AddressRefused extends Error {}

/** @returns why no webhook may connect to an address; undefined when it may */
export type CheckAddress = (address: string, port: number) => string | undefined;

/** Resolves a name to addresses. @throws Error with the `code` of the failure */
export type ResolveName = (host: string) => Promise<readonly string[]>;

/** Options of agents that keep free connections open for the next requests, for a while. */
export const KEPT = { keepAlive: true, maxFreeSockets: 32, scheduling: 'lifo' } as const;

/** Agents by the protocol of a URL. */
export type CheckedAgents = Readonly<Record<'http:' | 'https:', http.Agent>>;

/** @throws AddressRefused */
export function assertAllowed(checkAddress: CheckAddress, address: string, port: number): void {
  const fault = checkAddress(address, port);
  if (fault !== undefined) throw new AddressRefused(`The URL leads to ${fault}.`);
}

/**
 * Name resolution whose addresses are validated. The connection is made to the very addresses that were validated, so a
 * name that resolves differently the next time makes no difference.
 */
export function checkedLookup(
  resolve: ResolveName,
  checkAddress: CheckAddress,
  port: number,
): LookupFunction {
  return (host, options, done) => {
    resolve(host).then(
      (addresses) => {
        try {
          for (const address of addresses) assertAllowed(checkAddress, address, port);
        } catch (error) {
          done(error as Error, '');
          return;
        }
        const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
        if (options.all) done(null, found);
        else done(null, found[0]!.address, found[0]!.family);
      },
      (error: unknown) => done(error as Error, ''),
    );
  };
}

/** Agents that validate the address of each new connection before a request is sent on it. */
export function checkedAgents(checkAddress: CheckAddress, options: https.AgentOptions): CheckedAgents {
  const guard = <Made extends Duplex | null | undefined>(made: Made): Made => {
    const socket = made as unknown as Socket | null | undefined;
    socket?.once('connect', () => {
      const { remoteAddress = '', remotePort = 0 } = socket;
      try {
        assertAllowed(checkAddress, remoteAddress, remotePort);
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
    return made;
  };
  class HttpAgent extends http.Agent {
    override createConnection(...args: Parameters<http.Agent['createConnection']>) {
      return guard(super.createConnection(...args));
    }
  }
  class HttpsAgent extends https.Agent {
    override createConnection(...args: Parameters<https.Agent['createConnection']>) {
      return guard(super.createConnection(...args));
    }
  }
  return { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };
}

/**
 * Asks the name servers without the threads of `dns.lookup`: a name server that does not answer would occupy them, and
 * delay other names and files.
 *
 * @param reads_hosts - whether names that no name server knows are looked up in the hosts file of the machine
 */
export function nameResolution(reads_hosts: boolean): ResolveName {
  const resolver = new dns.promises.Resolver({ timeout: 3_000, tries: 2 });
  return async (host) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = [v4, v6].flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    if (found.length > 0) return found;
    if (reads_hosts) return (await dns.promises.lookup(host, { all: true })).map(({ address }) => address);
    throw v4.status === 'rejected' ? v4.reason : new Error('The name has no address.');
  };
}
