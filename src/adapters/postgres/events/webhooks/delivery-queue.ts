import { type Kysely, sql } from 'kysely';
import { scopeOf } from '../../../../domain/access/permission';
import type {
  ClaimedWebhooks,
  DeliveryQueue,
  DueDelivery,
  EndpointHealth,
  LeasedWebhook,
  SettledDelivery,
  WebhookKey,
} from '../../../../ports/events/webhooks/delivery-queue';
import type { NewDelivery } from '../../../../ports/events/webhooks/webhook-repository';
import type { DB } from '../../database';
import { retried } from '../../units/retried';
import { insertPending } from './delivery-repository';
import { saveHealth } from './endpoint-health';
import { failPending, WEBHOOK_COLUMNS } from './webhook-repository';

/** Locks are taken in this order: the webhook, its progress, its deliveries. */
export class PostgresDeliveryQueue implements DeliveryQueue {
  constructor(private readonly db: Kysely<DB>) {}

  async renew(worker_id: string, lease_ms: number): Promise<void> {
    await sql`
      insert into webhook_worker (id, alive_until)
      values (${worker_id}, clock_timestamp() + ${lease_ms} * interval '1 millisecond')
      on conflict (id) do update set alive_until = excluded.alive_until`.execute(this.db);
  }

  async leave(worker_id: string): Promise<void> {
    await sql`update webhook_progress set worker_id = null where worker_id = ${worker_id}`.execute(this.db);
    await sql`delete from webhook_worker where id = ${worker_id}`.execute(this.db);
  }

  async claim(
    worker_id: string,
    now: Date,
    { company_ids, limit }: { readonly company_ids?: readonly string[]; readonly limit: number },
  ): Promise<ClaimedWebhooks> {
    const of_companies = company_ids ? sql`p.company_id = any(${[...company_ids]}::uuid[])` : sql`true`;
    const withWork = async (not_of: readonly string[]) => {
      const { rows } = await sql<WebhookKey & { readonly worker_id: string | null }>`
        select p.company_id, p.webhook_id, p.worker_id from webhook_progress p
        left join event_head h on h.company_id = p.company_id
        where ${of_companies} and (p.due_at <= ${now} or p.position < h.position)
          and (p.worker_id is null or p.worker_id <> all(${[...not_of]}::uuid[]))
        order by p.worker_id is not distinct from ${worker_id}, p.worker_id nulls first limit ${limit}`.execute(
        this.db,
      );
      return rows;
    };
    let rows = await withWork([]);
    // Webhooks that living workers are sending to must not fill the limit: those of a dead worker would stay with it.
    if (rows.length === limit) {
      rows = await withWork([...(await this.livingWorkers())].filter((id) => id !== worker_id));
    }
    const own = rows.filter((row) => row.worker_id === worker_id);
    const others = rows.filter((row) => row.worker_id !== null && row.worker_id !== worker_id);
    // Read after the leases: a worker has its row before it has a lease, so a worker without a living row is dead.
    const living = others.length > 0 ? await this.livingWorkers() : new Set<string>();
    const dead = new Set(others.flatMap((row) => (living.has(row.worker_id!) ? [] : row.worker_id!)));
    const free = rows.filter((row) => row.worker_id === null || dead.has(row.worker_id));
    const claimed: WebhookKey[] = [];
    for (const [company, keys] of byCompany(free)) {
      const ids = keys.map(({ webhook_id }) => webhook_id);
      const { rows: leased } = await sql<WebhookKey>`
        update webhook_progress set worker_id = ${worker_id}
        where company_id = ${company} and webhook_id = any(${ids}::uuid[])
          and (worker_id is null or worker_id = any(${[...dead]}::uuid[]))
        returning company_id, webhook_id`.execute(this.db);
      claimed.push(...leased);
    }
    const held = others.filter((row) => !dead.has(row.worker_id!));
    return { claimed, own, held_elsewhere: [...byCompany(held).keys()] };
  }

  async load({ company_id, webhook_id }: WebhookKey, worker_id: string): Promise<LeasedWebhook | undefined> {
    const row = await this.db
      .selectFrom('webhook')
      .innerJoin('webhook_progress as p', (join) =>
        join.onRef('p.company_id', '=', 'webhook.company_id').onRef('p.webhook_id', '=', 'webhook.id'),
      )
      .leftJoin('event_head as h', 'h.company_id', 'webhook.company_id')
      .select(WEBHOOK_COLUMNS.map((column) => `webhook.${column}` as const))
      .select(['p.position as progress', 'h.position as head'])
      .where('webhook.company_id', '=', company_id)
      .where('webhook.id', '=', webhook_id)
      .where('p.worker_id', '=', worker_id)
      .executeTakeFirst();
    if (!row) return undefined;
    const client = await this.db
      .selectFrom('client')
      .select(['active', 'permissions'])
      .where('client_id', '=', row.client_id)
      .executeTakeFirst();
    const { progress, head, ...webhook } = row;
    return {
      webhook,
      is_client_active: client?.active ?? false,
      scope: new Set(client ? scopeOf(client.permissions).split(' ') : []),
      position: Number(progress),
      head: Number(head ?? 0),
    };
  }

  async add(
    key: WebhookKey,
    worker_id: string,
    position: number,
    deliveries: readonly NewDelivery[],
    now: Date,
  ): Promise<boolean> {
    const { company_id, webhook_id } = key;
    return this.transaction(async (trx) => {
      const due_at = deliveries.length > 0 ? now : null;
      const { numAffectedRows } = await sql`
        update webhook_progress set position = ${position}, due_at = least(due_at, ${due_at}::timestamptz)
        where company_id = ${company_id} and webhook_id = ${webhook_id} and worker_id = ${worker_id}
          and position < ${position}`.execute(trx);
      if (Number(numAffectedRows) === 0) return false;
      if (deliveries.length > 0) await insertPending(trx, company_id, webhook_id, deliveries, now);
      return true;
    });
  }

  async due(
    { company_id, webhook_id }: WebhookKey,
    now: Date,
    except: readonly string[],
    limit: number,
  ): Promise<DueDelivery[]> {
    // Index: webhook_delivery_due.
    const { rows } = await sql<DueDelivery>`
      select d.id, d.event_id, d.type, coalesce(d.body, e.body) as body, jsonb_array_length(d.attempts) as attempts
      from webhook_delivery d left join event e on e.company_id = d.company_id and e.position = d.position
      where d.company_id = ${company_id} and d.webhook_id = ${webhook_id} and d.state = 'pending'
        and d.next_attempt_at <= ${now} and d.id <> all(${[...except]}::uuid[])
      order by d.next_attempt_at, d.id limit ${limit}`.execute(this.db);
    return rows;
  }

  async settle(
    { company_id, webhook_id }: WebhookKey,
    worker_id: string,
    settled: readonly SettledDelivery[],
    health: EndpointHealth | undefined,
    now: Date,
  ): Promise<number | undefined> {
    const rows = settled.map(({ attempt, ...row }) => ({ ...row, attempts: [attempt] }));
    // The range keeps a plan without statistics, which joins, from reading all deliveries of the webhook.
    const ids = rows.map(({ id }) => id).sort();
    const store = async (db: Kysely<DB>) => {
      // A webhook may have been turned off meanwhile, so that its pending deliveries have failed.
      const { numAffectedRows } = await sql`
        update webhook_delivery d set updated_at = ${now},
          attempts = case
            when jsonb_array_length(d.attempts) = s.attempts_before then d.attempts || s.attempts else d.attempts
          end,
          state = case when d.state = 'pending' or s.state = 'delivered' then s.state else d.state end,
          next_attempt_at = case when d.state = 'pending' then s.next_attempt_at end
        from json_to_recordset(${JSON.stringify(rows)}::json)
          as s (id uuid, attempts jsonb, attempts_before integer, state text, next_attempt_at timestamptz)
        where d.company_id = ${company_id} and d.webhook_id = ${webhook_id} and d.id = s.id
          and d.id between ${ids[0]} and ${ids.at(-1)} and exists (
          select from webhook_progress p
          where p.company_id = ${company_id} and p.webhook_id = ${webhook_id} and p.worker_id = ${worker_id}
        )`.execute(db);
      return Number(numAffectedRows) > 0 ? 0 : undefined;
    };
    if (!health) return store(this.db);
    return this.transaction(async (trx) => {
      const is_turned_off = await saveHealth(trx, { company_id, webhook_id }, worker_id, health, now);
      const stored = await store(trx);
      const failed = is_turned_off ? await failPending(trx, company_id, webhook_id, now) : 0;
      return stored === undefined ? undefined : failed;
    });
  }

  async skipEvents(
    { company_id, webhook_id }: WebhookKey,
    worker_id: string,
    head: number,
    now: Date,
  ): Promise<number | undefined> {
    return this.transaction(async (trx) => {
      // It may be active again, and have deliveries of a replay. What activates it now waits for this lock.
      const { rows } = await sql<{ client_id: string; active: boolean }>`
        select client_id, active from webhook
        where company_id = ${company_id} and id = ${webhook_id} for share`.execute(trx);
      if (rows[0]?.active && (await isClientActive(trx, rows[0].client_id))) return 0;
      const { numAffectedRows } = await sql`
        update webhook_progress set position = greatest(position, ${head})
        where company_id = ${company_id} and webhook_id = ${webhook_id} and worker_id = ${worker_id}`.execute(
        trx,
      );
      return Number(numAffectedRows) === 0 ? undefined : failPending(trx, company_id, webhook_id, now);
    });
  }

  async release(
    { company_id, webhook_id }: WebhookKey,
    worker_id: string,
    now: Date | undefined,
  ): Promise<boolean> {
    return this.transaction(async (trx) => {
      // Deliveries are added under this lock, so the next statement sees all of them.
      const { rows } = await sql<{ position: string }>`
        select position from webhook_progress
        where company_id = ${company_id} and webhook_id = ${webhook_id} and worker_id = ${worker_id}
        for update`.execute(trx);
      if (!rows[0]) return true;
      const { rows: found } = await sql<{ head: string | null; due_at: Date | null }>`
        select (select position from event_head where company_id = ${company_id}) as head, (
          select min(next_attempt_at) from webhook_delivery
          where company_id = ${company_id} and webhook_id = ${webhook_id} and state = 'pending'
        ) as due_at`.execute(trx);
      const { head, due_at } = found[0]!;
      if (now && (Number(head ?? 0) > Number(rows[0].position) || (due_at !== null && due_at <= now)))
        return false;
      await sql`
        update webhook_progress set worker_id = null, due_at = ${due_at}
        where company_id = ${company_id} and webhook_id = ${webhook_id}`.execute(trx);
      return true;
    });
  }

  private async livingWorkers(): Promise<Set<string>> {
    const { rows } = await sql<{ id: string }>`
      select id from webhook_worker where alive_until >= now()`.execute(this.db);
    return new Set(rows.map(({ id }) => id));
  }

  private transaction<T>(work: (trx: Kysely<DB>) => Promise<T>): Promise<T> {
    return retried(() => this.db.transaction().execute(work));
  }
}

async function isClientActive(db: Kysely<DB>, client_id: string): Promise<boolean> {
  const client = await db
    .selectFrom('client')
    .select('active')
    .where('client_id', '=', client_id)
    .executeTakeFirst();
  return client?.active ?? false;
}

function byCompany<Key extends WebhookKey>(keys: readonly Key[]): Map<string, Key[]> {
  const groups = new Map<string, Key[]>();
  for (const key of keys) groups.set(key.company_id, [...(groups.get(key.company_id) ?? []), key]);
  return groups;
}
