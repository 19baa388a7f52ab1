import type { Requests } from './actors/actor';
import type { Tenant } from './installation';
import { digestOf } from './machine/endpoint';
import type { ObservedEvent, ObservedLog } from './observed';
import type { World } from './world';

const LIMIT = 1_000;
const VERIFICATION_LIMIT_MS = 300_000;

/** Reads the log of a company as operators and as its client see it, and what the webhook of the client received. */
export async function observeLog(world: World, requests: Requests, tenant: Tenant): Promise<ObservedLog> {
  const { installation, endpoint } = world;
  const path = `/companies/${tenant.company_id}/events`;
  const events = await pages((query) => installation.read(`${path}${query}`));
  const { faults } = await installation.read<Pick<ObservedLog, 'faults'>>(
    `${path}/verify`,
    VERIFICATION_LIMIT_MS,
  );
  const { after, received } = endpoint.of(tenant.company_id);
  const readable = await pages(async (query) => {
    const attempt = await requests.read(tenant, `/events${query}`);
    if (!attempt) throw new Error('GET /events had no answer at the end.');
    return attempt.answer!.body;
  }, after);
  const due = new Map(readable.map((event) => [event.id, digestOf(event)]));
  return { events, faults, due, received };
}

interface Page {
  readonly data: readonly ObservedEvent[];
  readonly after: number;
}

async function pages(read: (query: string) => Promise<Page>, start = 0): Promise<ObservedEvent[]> {
  const events: ObservedEvent[] = [];
  for (let after = start; ;) {
    const page = await read(`?after=${after}&limit=${LIMIT}`);
    events.push(...page.data);
    if (page.after === after) return events; // as given, because nothing follows
    after = page.after;
  }
}
