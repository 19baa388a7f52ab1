import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { Webhook } from 'standardwebhooks';
import { anEndpoint, type Received } from '../../support/endpoints';

/** In place of the digest of a body whose signature is not valid. */
const BADLY_SIGNED = 'badly signed';

interface Subscription {
  readonly secret: string;
  /** Events up to this position were there before the webhook. */
  readonly after: number;
  /** Digests of the bodies that came, by the id of their event. */
  readonly received: Map<string, Set<string>>;
}

/** The address of one webhook of each company. It confirms every request at once. */
export class Endpoint {
  /** Of all companies, repeated ones too. */
  requests = 0;
  private readonly subscriptions = new Map<string, Subscription>();

  private constructor(
    private readonly address: string,
    readonly close: () => Promise<void>,
  ) {}

  static async start(): Promise<Endpoint> {
    const server = await anEndpoint((_req, res) => {
      for (const request of server.received.splice(0)) endpoint.take(request);
      res.writeHead(204).end();
    });
    const endpoint = new Endpoint(server.url, server.close);
    return endpoint;
  }

  urlOf(company_id: string): string {
    return new URL(`/${company_id}`, this.address).href;
  }

  expect(company_id: string, webhook: Omit<Subscription, 'received'>): void {
    this.subscriptions.set(company_id, { ...webhook, received: new Map() });
  }

  of(company_id: string): Subscription {
    const subscription = this.subscriptions.get(company_id);
    if (!subscription) throw new Error(`The company ${company_id} has no webhook.`);
    return subscription;
  }

  private take({ url, headers, body }: Received): void {
    this.requests += 1;
    const { secret, received } = this.of(url.slice(1));
    const id = String(headers['webhook-id']);
    const bodies = received.get(id) ?? new Set();
    received.set(id, bodies.add(isSigned(secret, headers, body) ? digestOf(JSON.parse(body)) : BADLY_SIGNED));
  }
}

/** SHA-256 of an event in its canonical form (RFC 8785), in hexadecimal. */
export function digestOf(event: unknown): string {
  return createHash('sha256').update(canonicalize(event)!).digest('hex');
}

function isSigned(secret: string, headers: Received['headers'], body: string): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false; // the library says so with an error
  }
}
