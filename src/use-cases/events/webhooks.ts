import { existing } from '../../domain/errors';
import { assertMayRead } from '../../domain/events/webhooks/subscriptions';
import {
  assertRoomForOneMore,
  changedWebhook,
  newWebhook,
  type Webhook,
  type WebhookInput,
  type WebhookPatch,
  withNewWebhookSecret,
} from '../../domain/events/webhooks/webhook';
import { assertVersion, type IfMatch, isEqual } from '../../domain/version';
import type { Caller } from '../../ports/access/access-tokens';
import type { Clock } from '../../ports/clock';
import type { WebhookFilters } from '../../ports/events/webhooks/webhook-repository';
import type { WebhookSecrets } from '../../ports/events/webhooks/webhook-secrets';
import type { Ids } from '../../ports/ids';
import type { Page, PageRequest } from '../../ports/page';
import type { UnitOfWork } from '../../ports/unit-of-work';
import type { EventPositions } from './positions';

/** A webhook with its secret in plain text, which is shown once. */
export type WebhookWithSecret = Webhook & { readonly secret: string };

/** The webhooks of the calling client. */
export class Webhooks {
  /**
   * @param wake - called when a webhook of a company has changed
   * @param onFailed - called with the number of deliveries that have failed because a webhook was turned off
   */
  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly secrets: WebhookSecrets,
    private readonly positions: EventPositions,
    private readonly wake: (company_id: string) => void,
    private readonly onFailed: (deliveries: number) => void,
  ) {}

  list(
    unit: UnitOfWork,
    { company_id, client_id }: Caller,
    filters: WebhookFilters,
    page: PageRequest,
  ): Promise<Page<Webhook>> {
    return unit.read(({ webhooks }) => webhooks.list(company_id, client_id, filters, page));
  }

  /** @throws DomainError not_found */
  get(unit: UnitOfWork, { company_id, client_id }: Caller, id: string): Promise<Webhook> {
    return unit.read(async ({ webhooks }) =>
      existing(await webhooks.find(company_id, client_id, id), 'webhook'),
    );
  }

  /** @throws DomainError insufficient_permissions; validation_error when the client has too many webhooks */
  async create(unit: UnitOfWork, caller: Caller, input: WebhookInput): Promise<WebhookWithSecret> {
    assertMayRead(input.types, caller.scope);
    const { company_id, client_id } = caller;
    const id = this.ids.next();
    const secret = this.secrets.newSecret();
    const sealed_secret = this.secrets.seal(secret);
    await this.positions.give(company_id); // so that what was committed before is not sent
    return unit.transaction(async ({ clients, webhooks }) => {
      await clients.lock(client_id); // so that concurrent requests count each other's webhooks
      assertRoomForOneMore(await webhooks.count(company_id, client_id));
      const webhook = newWebhook(input, { id, client_id, sealed_secret }, this.clock.now());
      await webhooks.insert(company_id, webhook);
      return { ...webhook, secret };
    });
  }

  /** @throws DomainError insufficient_permissions, not_found, precondition_failed, field_not_editable */
  async update(
    unit: UnitOfWork,
    caller: Caller,
    id: string,
    patch: WebhookPatch,
    if_match: IfMatch,
  ): Promise<Webhook> {
    const { company_id, client_id, scope } = caller;
    if (patch.active === true) await this.positions.give(company_id); // what was committed before is not sent
    const changed = await unit.transaction(async ({ webhooks }) => {
      const found = await webhooks.lock(company_id, client_id, id);
      // The present types may be named by a client that may not read them any more: they are no change.
      if (!isEqual(patch.types, found?.types)) assertMayRead(patch.types ?? [], scope);
      const webhook = existing(found, 'webhook');
      assertVersion(if_match, webhook.version);
      const next = changedWebhook(webhook, patch, this.clock.now());
      return { next, failed: await webhooks.save(company_id, webhook, next) };
    });
    this.onFailed(changed.failed);
    this.wake(company_id);
    return changed.next;
  }

  /** @throws DomainError not_found, precondition_failed */
  delete(unit: UnitOfWork, { company_id, client_id }: Caller, id: string, if_match: IfMatch): Promise<void> {
    return unit.transaction(async ({ webhooks }) => {
      const webhook = existing(await webhooks.lock(company_id, client_id, id), 'webhook');
      assertVersion(if_match, webhook.version);
      await webhooks.delete(company_id, id);
    });
  }

  /** Replaces the secret; the previous one signs along for 24 h. @throws DomainError not_found */
  rotateSecret(unit: UnitOfWork, { company_id, client_id }: Caller, id: string): Promise<WebhookWithSecret> {
    const secret = this.secrets.newSecret();
    const sealed_secret = this.secrets.seal(secret);
    return unit.transaction(async ({ webhooks }) => {
      const webhook = existing(await webhooks.lock(company_id, client_id, id), 'webhook');
      const next = withNewWebhookSecret(webhook, sealed_secret, this.clock.now());
      await webhooks.save(company_id, webhook, next);
      return { ...next, secret };
    });
  }
}
