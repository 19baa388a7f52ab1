import { type Kysely, sql } from 'kysely';
import type { Webhook } from '../../../../domain/events/webhooks/webhook';
import type { WebhookFilters, WebhookRepository } from '../../../../ports/events/webhooks/webhook-repository';
import type { Page, PageRequest } from '../../../../ports/page';
import type { DB } from '../../database';
import { keysetPage } from '../../page';

export const WEBHOOK_COLUMNS = [
  'id',
  'client_id',
  'url',
  'types',
  'description',
  'active',
  'disabled_at',
  'failing_since',
  'sealed_secret',
  'previous_sealed_secret',
  'previous_secret_expires_at',
  'older_secrets',
  'version',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Webhook)[];

// Indexes: webhook_created, webhook_updated.
const SORTS = {
  created_at: { column: 'created_at', type: 'timestamptz' },
  updated_at: { column: 'updated_at', type: 'timestamptz' },
} as const;

/** Locks are taken in this order: the webhook, its progress, its deliveries. */
export class PostgresWebhookRepository implements WebhookRepository {
  constructor(private readonly db: Kysely<DB>) {}

  find(company_id: string, client_id: string, id: string): Promise<Webhook | undefined> {
    return this.select(company_id, client_id).where('id', '=', id).executeTakeFirst();
  }

  list(
    company_id: string,
    client_id: string,
    { updated_since }: WebhookFilters,
    page: PageRequest,
  ): Promise<Page<Webhook>> {
    let query = this.select(company_id, client_id);
    if (updated_since) query = query.where('updated_at', '>=', updated_since);
    return keysetPage(this.db, query, page, SORTS, 'id');
  }

  async count(company_id: string, client_id: string): Promise<number> {
    const { count } = await this.db
      .selectFrom('webhook')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('company_id', '=', company_id)
      .where('client_id', '=', client_id)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  lock(company_id: string, client_id: string, id: string): Promise<Webhook | undefined> {
    return this.select(company_id, client_id).where('id', '=', id).forUpdate().executeTakeFirst();
  }

  async insert(company_id: string, { types, older_secrets, ...webhook }: Webhook): Promise<void> {
    await this.db
      .insertInto('webhook')
      .values({ company_id, ...webhook, types: [...types], older_secrets: JSON.stringify(older_secrets) })
      .execute();
    const position = await this.head(company_id);
    await this.db
      .insertInto('webhook_progress')
      .values({ company_id, webhook_id: webhook.id, position })
      .execute();
  }

  async save(company_id: string, before: Webhook, after: Webhook): Promise<number> {
    if (after === before) return 0;
    const { id, client_id: _client, created_at: _created, types, older_secrets, ...changed } = after;
    await this.db
      .updateTable('webhook')
      .set({ ...changed, types: [...types], older_secrets: JSON.stringify(older_secrets) })
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .execute();
    if (after.active && !before.active) await this.skipEvents(company_id, id);
    return before.active && !after.active ? failPending(this.db, company_id, id, after.updated_at) : 0;
  }

  async delete(company_id: string, id: string): Promise<void> {
    await this.db.deleteFrom('webhook').where('company_id', '=', company_id).where('id', '=', id).execute();
    await this.db
      .deleteFrom('webhook_progress')
      .where('company_id', '=', company_id)
      .where('webhook_id', '=', id)
      .execute();
    await this.db
      .deleteFrom('webhook_delivery')
      .where('company_id', '=', company_id)
      .where('webhook_id', '=', id)
      .where('state', '=', 'pending')
      .execute();
  }

  /** Moves the progress to the head of the log, so that the events before it are not sent. */
  private async skipEvents(company_id: string, webhook_id: string): Promise<void> {
    await this.db
      .updateTable('webhook_progress')
      .set({ position: await this.head(company_id) })
      .where('company_id', '=', company_id)
      .where('webhook_id', '=', webhook_id)
      .execute();
  }

  private async head(company_id: string): Promise<string> {
    const head = await this.db
      .selectFrom('event_head')
      .select('position')
      .where('company_id', '=', company_id)
      .executeTakeFirst();
    return head?.position ?? '0';
  }

  private select(company_id: string, client_id: string) {
    return this.db
      .selectFrom('webhook')
      .select(WEBHOOK_COLUMNS)
      .where('company_id', '=', company_id)
      .where('client_id', '=', client_id);
  }
}

/** The pending deliveries of a webhook that is off have failed. @returns their number */
export async function failPending(
  db: Kysely<DB>,
  company_id: string,
  webhook_id: string,
  now: Date,
): Promise<number> {
  // The lock of the progress keeps other transactions from adding deliveries meanwhile.
  await sql`
    update webhook_progress set due_at = null
    where company_id = ${company_id} and webhook_id = ${webhook_id}`.execute(db);
  const { numAffectedRows } = await sql`
    update webhook_delivery set state = 'failed', next_attempt_at = null, updated_at = ${now}
    where company_id = ${company_id} and webhook_id = ${webhook_id} and state = 'pending'`.execute(db);
  return Number(numAffectedRows ?? 0);
}
