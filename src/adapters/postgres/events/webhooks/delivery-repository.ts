import { type Kysely, sql } from 'kysely';
import type { WebhookDelivery } from '../../../../domain/events/webhooks/delivery';
import type {
  DeliveredEvent,
  DeliveryFilters,
  DeliveryRepository,
  NewDelivery,
} from '../../../../ports/events/webhooks/webhook-repository';
import type { Page, PageRequest } from '../../../../ports/page';
import type { DB } from '../../database';
import { keysetPage } from '../../page';

const COLUMNS = [
  ...(['id', 'event_id', 'type', 'state', 'attempts', 'next_attempt_at'] as const),
  ...(['created_at', 'updated_at'] as const),
] as const satisfies readonly (keyof WebhookDelivery)[];

// Indexes: webhook_delivery_created, webhook_delivery_updated.
const SORTS = {
  created_at: { column: 'created_at', type: 'timestamptz' },
  updated_at: { column: 'updated_at', type: 'timestamptz' },
} as const;

/** Rows of one statement. */
const BATCH = 5_000;

export class PostgresDeliveryRepository implements DeliveryRepository {
  constructor(private readonly db: Kysely<DB>) {}

  list(
    company_id: string,
    webhook_id: string,
    { since, state, updated_since }: DeliveryFilters,
    page: PageRequest,
  ): Promise<Page<WebhookDelivery>> {
    let query = this.db
      .selectFrom('webhook_delivery')
      .select(COLUMNS)
      .where('company_id', '=', company_id)
      .where('webhook_id', '=', webhook_id)
      .where('created_at', '>=', since);
    if (state !== undefined) query = query.where('state', '=', state);
    if (updated_since) query = query.where('updated_at', '>=', updated_since);
    return keysetPage(this.db, query, page, SORTS, 'id');
  }

  async insert(
    company_id: string,
    webhook_id: string,
    deliveries: readonly NewDelivery[],
    now: Date,
  ): Promise<void> {
    await sql`
      update webhook_progress set due_at = least(due_at, ${now}::timestamptz)
      where company_id = ${company_id} and webhook_id = ${webhook_id}`.execute(this.db);
    for (let start = 0; start < deliveries.length; start += BATCH)
      await insertPending(this.db, company_id, webhook_id, deliveries.slice(start, start + BATCH), now);
  }

  async eventsAfter(
    company_id: string,
    webhook_id: string,
    after: number,
    types: readonly string[],
    limit: number,
  ): Promise<DeliveredEvent[]> {
    const { rows } = await sql<StoredEvent>`
      select id as event_id, type, position from event
      where company_id = ${company_id} and position > ${after} and type = any(${[...types]}) and position <= (
        select position from webhook_progress
        where company_id = ${company_id} and webhook_id = ${webhook_id}
      )
      order by position limit ${limit}`.execute(this.db);
    return rows.map(eventOf);
  }

  async eventsByIds(company_id: string, ids: readonly string[]): Promise<DeliveredEvent[]> {
    const { rows } = await sql<StoredEvent>`
      select id as event_id, type, position from event
      where company_id = ${company_id} and id = any(${[...ids]}::uuid[])
      order by position`.execute(this.db);
    return rows.map(eventOf);
  }

  async failedEvents(
    company_id: string,
    webhook_id: string,
    since: Date,
    limit: number,
  ): Promise<DeliveredEvent[]> {
    // Indexes: webhook_delivery_failed, webhook_delivery_of_event. Ids of several nodes have no order.
    const { rows } = await sql<StoredEvent>`
      select distinct on (position) event_id, type, position from webhook_delivery as failed
      where company_id = ${company_id} and webhook_id = ${webhook_id} and state = 'failed'
        and created_at >= ${since} and position is not null and not exists (
          select from webhook_delivery other
          where other.company_id = ${company_id} and other.webhook_id = ${webhook_id}
            and other.event_id = failed.event_id and other.state <> 'failed'
        )
      order by position limit ${limit}`.execute(this.db);
    return rows.map(eventOf);
  }
}

/** Stores deliveries that are due at once. The caller has locked the progress of the webhook. */
export async function insertPending(
  db: Kysely<DB>,
  company_id: string,
  webhook_id: string,
  deliveries: readonly NewDelivery[],
  now: Date,
): Promise<void> {
  await sql`
    insert into webhook_delivery (company_id, webhook_id, id, event_id, type, position, body, state, attempts,
      next_attempt_at, created_at, updated_at)
    select ${company_id}, ${webhook_id}, d.id, d.event_id, d.type, d.position, d.body, 'pending', '[]', ${now}, ${now},
      ${now}
    from json_to_recordset(${JSON.stringify(deliveries)}::json) as d (
      id uuid, event_id uuid, type text, position bigint, body text
    )
    returning true`.execute(db);
}

interface StoredEvent {
  readonly event_id: string;
  readonly type: string;
  readonly position: string;
}

function eventOf({ event_id, type, position }: StoredEvent): DeliveredEvent {
  return { event_id, type, position: Number(position), body: null };
}
