import ipaddr from 'ipaddr.js';

/** The most characters of a URL. */
export const MAX_URL_LENGTH = 2048;

/** What an installation allows webhooks to reach. */
export interface AddressRules {
  /** In production only https and public addresses. */
  readonly is_production: boolean;
  /** Ports of the service's own management listener, which no webhook reaches. */
  readonly management_ports: ReadonlySet<number>;
  /** Addresses of this machine besides loopback. */
  readonly own_addresses: ReadonlySet<string>;
}

/**
 * The fault of a webhook's URL that is known without resolving its name. The URL parser has converted every spelling of
 * an IPv4 address (decimal, octal, hexadecimal, full width) to its canonical form.
 *
 * @returns undefined for a URL without fault
 */
export function urlFault(text: string, rules: AddressRules): string | undefined {
  if (text.length > MAX_URL_LENGTH) return `must have at most ${MAX_URL_LENGTH} characters`;
  // The parser would drop these characters silently.
  if (/[\s\p{Cc}]/u.test(text)) return 'must be a URL without spaces';
  if (!URL.canParse(text)) return 'must be a URL';
  const url = new URL(text);
  const allowed = rules.is_production ? ['https:'] : ['https:', 'http:'];
  if (!allowed.includes(url.protocol))
    return `must begin with ${allowed.map((protocol) => `${protocol}//`).join(' or ')}`;
  if (authorityOf(text).includes('@')) return 'must not have user information';
  if (text.includes('#')) return 'must not have a fragment';
  const host = hostOf(url);
  const addresses = isLocalName(host) ? LOOPBACK : ipaddr.isValid(host) ? [host] : [];
  for (const address of addresses) {
    const fault = addressFault(address, portOf(url), rules);
    if (fault !== undefined) return `must not lead to ${fault}`;
  }
  return undefined;
}

/** What names the host in the text of a URL that the parser accepts. The parser drops empty user information. */
function authorityOf(text: string): string {
  return /^[a-z]+:[/\\]*([^/\\?#]*)/i.exec(text)?.[1] ?? '';
}

/** The host of a URL, without the brackets of an IPv6 address and the final dot of a name. */
export function hostOf({ hostname }: Pick<URL, 'hostname'>): string {
  return hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();
}

export function portOf({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

/** The addresses of names that always lead to this machine. */
export const LOOPBACK: readonly string[] = ['127.0.0.1', '::1'];

/** Whether a name always leads to this machine (RFC 6761 §6.3). */
export function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host.endsWith('.localdomain');
}

/**
 * Why no webhook may connect to an address.
 *
 * @param address - IPv4 or IPv6
 * @returns undefined for an allowed address
 */
export function addressFault(address: string, port: number, rules: AddressRules): string | undefined {
  if (!ipaddr.isValid(address)) return 'an unknown kind of address';
  const parsed = ipaddr.process(address); // an IPv4-mapped IPv6 address is validated as the IPv4 address
  const kind = kindOf(parsed);
  if (kind === 'linkLocal') return 'a link-local address';
  if (rules.management_ports.has(port) && isOwn(parsed, kind, rules))
    return 'the management listener of this service';
  if (!rules.is_production || kind === 'unicast') return undefined;
  return kind === 'loopback' ? 'a loopback address' : 'a private or special address';
}

/** Public IPv6 addresses; all others are special, also those in which an IPv4 address is embedded. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
const MAPPED_BY_TRANSLATION = ['rfc6052', 'rfc6145'];

function kindOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  const range = address.range();
  if (address.kind() === 'ipv4') return range;
  const v6 = address as ipaddr.IPv6;
  // A translator (NAT64) and the deprecated forms lead to the IPv4 address in the last four bytes.
  const bytes = v6.toByteArray();
  const is_compatible = bytes.slice(0, 12).every((byte) => byte === 0) && range === 'unicast';
  if (is_compatible || MAPPED_BY_TRANSLATION.includes(range)) {
    const embedded = ipaddr.fromByteArray(bytes.slice(12)).range();
    return embedded === 'unicast' ? 'reserved' : embedded;
  }
  if (range === 'unicast' && !v6.match(GLOBAL_UNICAST)) return 'reserved';
  return range;
}

function isOwn(address: ipaddr.IPv4 | ipaddr.IPv6, kind: string, rules: AddressRules): boolean {
  if (kind === 'loopback' || kind === 'unspecified') return true;
  return rules.own_addresses.has(address.toString());
}
