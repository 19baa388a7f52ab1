import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Requests } from './actors/actor';
import { defaultsIn } from './actors/defaults';
import { observeLog } from './event-logs';
import type { Tenant } from './installation';
import type {
  Observed,
  ObservedAttachment,
  ObservedDocument,
  ObservedJournal,
  ObservedLog,
} from './observed';
import { Chance, type World } from './world';

const PARALLEL = 6;
const SETTLE_LIMIT_MS = 180_000;
/** After that, what may still be on its way from a caller or a node has come or never will. */
const QUIET_MS = 15_000;

/** What is under way: jobs, events without a position, events without deliveries, and pending deliveries. */
const UNDER_WAY = `
select (select count(*) from pgboss.job)
  + (select count(*) from pending_event)
  + (select count(*) from webhook_delivery where state = 'pending')
  + (select count(*) from webhook_progress join event_head h using (company_id) where webhook_progress.position < h.position)
  as count`;
/** The pauses of the next attempts are made for networks that are down for hours, and the business clock was moved. */
const CALL_UP = `
update pgboss.job set start_after = now() where state in ('created', 'retry') and start_after > now();
update webhook_delivery set next_attempt_at = now() where state = 'pending' and next_attempt_at > now();
update webhook_progress set due_at = now() where due_at > now()`;

/**
 * Waits until no transmission and no webhook is under way. What waits for its next attempt is called up after a while.
 */
export async function settle({ database }: World): Promise<void> {
  const since = performance.now();
  for (; performance.now() - since < SETTLE_LIMIT_MS; await sleep(500)) {
    const [row] = await database.askService<{ count: string }>(UNDER_WAY);
    if (Number(row!.count) === 0) return;
    if (performance.now() - since > QUIET_MS) await database.askService(CALL_UP);
  }
}

/** Reads all that the ledger speaks of, over the API. */
export async function observe(world: World): Promise<Observed> {
  const requests = new Requests(world, new Chance(0));
  const reader = new Reader(requests);
  const tenants = [...world.tenants, ...world.more_tenants];
  const documents = new Map<string, ObservedDocument[]>();
  for (const tenant of tenants)
    documents.set(tenant.name, await reader.list<ObservedDocument>(tenant, '/documents'));
  const journals: ObservedJournal[] = [];
  for (const tenant of tenants) journals.push(...(await reader.journals(tenant)));
  const by_name = new Map(tenants.map((tenant) => [tenant.name, tenant]));

  const transmissions = new Map<string, { message_id: string; state: string }[]>();
  const sent = new Set(world.ledger.sendings.map(({ mark }) => mark));
  const of_sendings = [...documents].flatMap(([name, members]) =>
    members
      .filter((document) => sent.has(document.order_reference ?? ''))
      .map(({ id }) => ({ tenant: by_name.get(name)!, id })),
  );
  await inParallel(of_sendings, async ({ tenant, id }) => {
    transmissions.set(id, await reader.list(tenant, `/documents/${id}/transmissions`));
  });
  const attachments = new Map<string, ObservedAttachment[]>();
  const of_uploads = new Map(
    world.ledger.uploads.map(({ document_id, company }) => [document_id, by_name.get(company)!]),
  );
  await inParallel(
    [...of_uploads],
    async ([id, tenant]) => void attachments.set(id, await reader.attachments(tenant, id)),
  );
  const logs = new Map<string, ObservedLog>();
  for (const tenant of tenants) logs.set(tenant.name, await observeLog(world, requests, tenant));
  return {
    addresses: new Map(tenants.map(({ name, address }) => [name, address])),
    ...{ documents, journals, transmissions, attachments, logs },
    defaults: await reader.defaults(world.tenants[0]),
  };
}

class Reader {
  constructor(private readonly requests: Requests) {}

  async list<Row>(tenant: Tenant, path: string): Promise<Row[]> {
    const rows: Row[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const { data, next_cursor } = await this.read(
        tenant,
        `${path}${path.includes('?') ? '&' : '?'}limit=200${page}`,
      );
      rows.push(...data);
      cursor = next_cursor;
    }
    return rows;
  }

  async journals(tenant: Tenant): Promise<ObservedJournal[]> {
    const journals = await this.list<{ id: string; first_number: number }>(tenant, '/journals');
    return Promise.all(
      journals.map(async ({ id, first_number }) => {
        const { periods } = await this.read(tenant, `/journals/${id}/integrity`);
        return { id, company: tenant.name, first_number, periods };
      }),
    );
  }

  /** With the bytes that each can be downloaded as. */
  async attachments(tenant: Tenant, document_id: string): Promise<ObservedAttachment[]> {
    const listed = await this.list<{ id: string; filename: string }>(
      tenant,
      `/documents/${document_id}/attachments`,
    );
    const read: ObservedAttachment[] = [];
    for (const { id, filename } of listed) {
      const attempt = await this.requests.read(tenant, `/documents/${document_id}/attachments/${id}`);
      const bytes: unknown = attempt?.answer!.body;
      read.push({
        filename,
        sha256: bytes instanceof Buffer ? createHash('sha256').update(bytes).digest('hex') : undefined,
      });
    }
    return read;
  }

  async defaults(tenant: Tenant): Promise<Map<string, string[]>> {
    return new Map([
      ['bank accounts', defaultsIn(await this.read(tenant, '/bank-accounts?limit=200'))],
      ['brandings', defaultsIn(await this.read(tenant, '/brandings?limit=200'))],
      ['journals', defaultsIn(await this.read(tenant, '/journals?limit=200&category=purchase'))],
    ]);
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- JSON as it came
  private async read(tenant: Tenant, path: string): Promise<any> {
    const attempt = await this.requests.read(tenant, path);
    if (!attempt) throw new Error(`GET ${path} had no answer at the end.`);
    return attempt.answer!.body;
  }
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}
