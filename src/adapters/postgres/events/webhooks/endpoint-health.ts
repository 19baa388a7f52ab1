import type { Kysely } from 'kysely';
import { disabled } from '../../../../domain/events/webhooks/webhook';
import type { EndpointHealth, WebhookKey } from '../../../../ports/events/webhooks/delivery-queue';
import type { DB } from '../../database';
import { WEBHOOK_COLUMNS } from './webhook-repository';

/**
 * Stores the health of an endpoint, unless the webhook is not leased to the worker any more or has changed meanwhile.
 *
 * @returns whether the webhook is turned off
 */
export async function saveHealth(
  trx: Kysely<DB>,
  { company_id, webhook_id }: WebhookKey,
  worker_id: string,
  { failing_since, is_off, url, was_failing_since }: EndpointHealth,
  now: Date,
): Promise<boolean> {
  const webhook = await trx
    .selectFrom('webhook')
    .select(WEBHOOK_COLUMNS)
    .where('company_id', '=', company_id)
    .where('id', '=', webhook_id)
    .where((where) =>
      where.exists(
        where
          .selectFrom('webhook_progress as p')
          .select('p.webhook_id')
          .where('p.company_id', '=', company_id)
          .where('p.webhook_id', '=', webhook_id)
          .where('p.worker_id', '=', worker_id),
      ),
    )
    .forUpdate()
    .executeTakeFirst();
  // It is not leased any more, or was turned off, moved, or turned off and on again meanwhile.
  if (!webhook?.active || webhook.url !== url) return false;
  if (webhook.failing_since?.getTime() !== was_failing_since?.getTime()) return false;
  const { active, disabled_at, version, updated_at } = is_off ? disabled(webhook, now) : webhook;
  await trx
    .updateTable('webhook')
    .set({ failing_since, active, disabled_at, version, updated_at })
    .where('company_id', '=', company_id)
    .where('id', '=', webhook_id)
    .execute();
  return is_off;
}
