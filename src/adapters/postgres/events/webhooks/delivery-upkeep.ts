import { type Kysely, sql } from 'kysely';
import { deliveriesKeptSince } from '../../../../domain/events/webhooks/delivery';
import type { Webhook } from '../../../../domain/events/webhooks/webhook';
import type { Clock } from '../../../../ports/clock';
import type { DeliveryQueue, WebhookKey } from '../../../../ports/events/webhooks/delivery-queue';
import type {
  Backlog,
  DeliveryUpkeep,
  WebhookCounts,
} from '../../../../ports/events/webhooks/delivery-upkeep';
import type { WebhookSecrets } from '../../../../ports/events/webhooks/webhook-secrets';
import { countedInTime } from '../../counted-in-time';
import type { DB } from '../../database';

type SealedSecrets = Pick<Webhook, 'id' | 'sealed_secret' | 'previous_sealed_secret' | 'older_secrets'>;
const SWEEP_BATCH = 1_000;
/** Rows of workers that ended without giving their leases back are deleted after this time. */
const FORGET_WORKERS = '1 day';

/** Index: webhook_delivery_due. */
const BACKLOG = `
select count(*)::integer as pending, min(created_at) as oldest from webhook_delivery where state = 'pending'`;

/** Reads all webhooks: a client has a few. */
const BY_STATE = `
select count(*) filter (where active)::integer as active,
  count(*) filter (where not active and disabled_at is null)::integer as paused,
  count(*) filter (where not active and disabled_at is not null)::integer as disabled
from webhook`;

export class PostgresDeliveryUpkeep implements DeliveryUpkeep {
  constructor(
    private readonly db: Kysely<DB>,
    private readonly queue: Pick<DeliveryQueue, 'leave'>,
    private readonly clock: Clock,
  ) {}

  async sealAgain(secrets: WebhookSecrets): Promise<number> {
    const key = secrets.present_key;
    const { rows } = await sql<SealedSecrets & WebhookKey>`
      select company_id, id, sealed_secret, previous_sealed_secret, older_secrets from webhook
      where not starts_with(sealed_secret, ${key})
        or not starts_with(coalesce(previous_sealed_secret, ${key}), ${key})
        or older_secrets <> '[]'`.execute(this.db);
    let sealed = 0;
    for (const { company_id, id, sealed_secret, previous_sealed_secret, older_secrets } of rows) {
      const current = anew(secrets, sealed_secret);
      const previous = previous_sealed_secret && anew(secrets, previous_sealed_secret);
      const before = JSON.stringify(older_secrets);
      const older = JSON.stringify(
        older_secrets.map((one) => ({ ...one, sealed_secret: anew(secrets, one.sealed_secret) })),
      );
      // They have the present key already, or no key opens them.
      if (current === sealed_secret && previous === previous_sealed_secret && older === before) continue;
      // A secret that was replaced meanwhile stays as it is.
      const { numAffectedRows } = await sql`
        update webhook set sealed_secret = ${current}, previous_sealed_secret = ${previous}, older_secrets = ${older}::jsonb
        where company_id = ${company_id} and id = ${id} and sealed_secret = ${sealed_secret}
          and previous_sealed_secret is not distinct from ${previous_sealed_secret}
          and older_secrets = ${before}::jsonb`.execute(this.db);
      sealed += Number(numAffectedRows ?? 0);
    }
    return sealed;
  }

  async backlog(): Promise<Backlog | undefined> {
    return (await countedInTime<Backlog>(this.db, BACKLOG, []))?.[0];
  }

  async countByState(): Promise<WebhookCounts | undefined> {
    return (await countedInTime<WebhookCounts>(this.db, BY_STATE, []))?.[0];
  }

  async sweep(): Promise<number> {
    const { rows } = await sql<{ id: string }>`
      select id from webhook_worker where alive_until < now() - ${FORGET_WORKERS}::interval`.execute(this.db);
    for (const { id } of rows) await this.queue.leave(id);
    const before = deliveriesKeptSince(this.clock.now());
    let swept = 0;
    for (let batch = SWEEP_BATCH; batch === SWEEP_BATCH; swept += batch) {
      const { numAffectedRows } = await sql`
        delete from webhook_delivery where (company_id, webhook_id, id) in (
          select company_id, webhook_id, id from webhook_delivery where created_at < ${before} limit ${SWEEP_BATCH}
        )`.execute(this.db);
      batch = Number(numAffectedRows ?? 0);
    }
    return swept;
  }
}

/** The secret, sealed with the present key; as it is when no key opens it. */
function anew(secrets: WebhookSecrets, sealed: string): string {
  const secret = sealed.startsWith(secrets.present_key) ? undefined : secrets.open(sealed);
  return secret === undefined ? sealed : secrets.seal(secret);
}
