import { networkInterfaces } from 'node:os';
import {
  addressFault,
  type AddressRules,
  hostOf,
  isLocalName,
  LOOPBACK,
  portOf,
  urlFault,
} from '../../domain/events/webhooks/addresses';
import type { WebhookAddresses } from '../../ports/events/webhooks/webhook-addresses';

/** The rules for addresses, with what this node knows about itself. */
export class InstalledAddresses implements WebhookAddresses {
  private readonly management_ports: Set<number>;

  constructor(
    readonly is_production: boolean,
    management_port: number,
  ) {
    this.management_ports = new Set([management_port]);
  }

  /** Adds the port on which the management listener listens, which the system may have chosen. */
  refusePort(port: number): void {
    this.management_ports.add(port);
  }

  urlFault(url: string): string | undefined {
    return urlFault(url, this.rules());
  }

  addressFault(address: string, port: number): string | undefined {
    return addressFault(address, port, this.rules());
  }

  /** @returns the addresses of a URL whose host is an address, or a name of this machine; otherwise undefined */
  literalAddresses(url: URL): readonly string[] | undefined {
    const host = hostOf(url);
    if (isLocalName(host)) return LOOPBACK;
    return /^[\d.]+$|:/.test(host) ? [host] : undefined;
  }

  portOf(url: URL): number {
    return portOf(url);
  }

  private rules(): AddressRules {
    const { is_production, management_ports } = this;
    // Read anew each time: interfaces come and go.
    const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    const own_addresses = new Set(interfaces.map(({ address }) => address));
    return { is_production, management_ports, own_addresses };
  }
}
