import { DomainError } from '../../errors';
import { firstVersion, revised } from '../../version';

/** A client's subscription to events, which are sent to its URL. */
export interface Webhook {
  readonly id: string;
  /** Only this client sees the webhook. */
  readonly client_id: string;
  readonly url: string;
  /** Exact types, `<resource>.*` or `*`; see `readTypes`. */
  readonly types: readonly string[];
  readonly description: string | null;
  readonly active: boolean;
  /** When the service turned the webhook off because of its failures. */
  readonly disabled_at: Date | null;
  /** The first failure since the last success; null when the last attempt succeeded. */
  readonly failing_since: Date | null;
  /** The secret that signs, sealed. */
  readonly sealed_secret: string;
  /** The secret before the last rotation, sealed; signs too until `previous_secret_expires_at`. */
  readonly previous_sealed_secret: string | null;
  readonly previous_secret_expires_at: Date | null;
  /** The secrets before the previous one that still sign, the newest first. */
  readonly older_secrets: readonly OlderSecret[];
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** A secret that was replaced before the last rotation. */
export interface OlderSecret {
  readonly sealed_secret: string;
  /** An instant as ISO 8601 in UTC. */
  readonly expires_at: string;
}

export const MAX_WEBHOOKS_PER_CLIENT = 20;
/** How long a secret signs along after it was replaced. */
const PREVIOUS_SECRET_MS = 24 * 60 * 60 * 1000;
/** Each secret that signs takes 49 bytes of a header. Of more replaced ones the oldest ends early. */
export const MAX_REPLACED_SECRETS = 20;

export interface WebhookInput {
  readonly url: string;
  readonly types: readonly string[];
  readonly description?: string | null | undefined;
  readonly active?: boolean | null | undefined;
}

export const WEBHOOK_READ_ONLY = ['id', 'secret', 'disabled_at', 'created_at', 'updated_at'] as const;

/** A field that is left out is unchanged; `description: null` clears it. */
export type WebhookPatch = Partial<{
  readonly [Field in keyof WebhookInput]: WebhookInput[Field] | undefined;
}> & { readonly [Field in (typeof WEBHOOK_READ_ONLY)[number]]?: unknown };

/** A webhook with one secret and without failures, active unless the input says otherwise. */
export function newWebhook(
  { url, types, description, active }: WebhookInput,
  made: Pick<Webhook, 'id' | 'client_id' | 'sealed_secret'>,
  now: Date,
): Webhook {
  return {
    ...made,
    url,
    types,
    description: description ?? null,
    active: active ?? true,
    disabled_at: null,
    failing_since: null,
    previous_sealed_secret: null,
    previous_secret_expires_at: null,
    older_secrets: [],
    ...firstVersion(now),
  };
}

/**
 * @returns the changed webhook; the same object when no field differs
 * @throws DomainError field_not_editable
 */
export function changedWebhook(webhook: Webhook, patch: WebhookPatch, now: Date): Webhook {
  const refused = WEBHOOK_READ_ONLY.find((field) => patch[field] !== undefined);
  if (refused) throw new DomainError('field_not_editable', `${refused}: cannot be changed`);
  const { url, types, description, active } = patch;
  const turned_on = active === true && !webhook.active;
  const is_moved = url !== undefined && url !== webhook.url;
  return revised(
    webhook,
    {
      url: url ?? webhook.url,
      types: types ?? webhook.types,
      description: description === undefined ? webhook.description : description,
      active: active ?? webhook.active,
      ...(turned_on ? { disabled_at: null } : {}),
      ...(turned_on || is_moved ? { failing_since: null } : {}),
    },
    now,
  );
}

/** The webhook with a new secret. Each secret that it replaces signs along for its own 24 h. */
export function withNewWebhookSecret(webhook: Webhook, sealed_secret: string, now: Date): Webhook {
  return revised(
    webhook,
    {
      sealed_secret,
      previous_sealed_secret: webhook.sealed_secret,
      previous_secret_expires_at: new Date(now.getTime() + PREVIOUS_SECRET_MS),
      older_secrets: replacedSecrets(webhook, now).slice(0, MAX_REPLACED_SECRETS - 1),
    },
    now,
  );
}

type Secrets = Pick<
  Webhook,
  'sealed_secret' | 'previous_sealed_secret' | 'previous_secret_expires_at' | 'older_secrets'
>;

/** The replaced secrets that sign along at a time, the newest first. */
function replacedSecrets(
  { previous_sealed_secret, previous_secret_expires_at, older_secrets }: Secrets,
  now: Date,
): OlderSecret[] {
  const previous =
    previous_sealed_secret === null || previous_secret_expires_at === null
      ? []
      : [{ sealed_secret: previous_sealed_secret, expires_at: previous_secret_expires_at.toISOString() }];
  return [...previous, ...older_secrets].filter(({ expires_at }) => Date.parse(expires_at) > now.getTime());
}

/** The sealed secrets that sign at a time, the current one first. */
export function livingSecrets(webhook: Secrets, now: Date): string[] {
  return [webhook.sealed_secret, ...replacedSecrets(webhook, now).map(({ sealed_secret }) => sealed_secret)];
}

/** The webhook, turned off by the service because of its failures. */
export function disabled(webhook: Webhook, now: Date): Webhook {
  return revised(webhook, { active: false, disabled_at: now }, now);
}

/** @param client - whose webhook it is @throws DomainError validation_error */
export function assertActive(
  { active }: Pick<Webhook, 'active'>,
  client: { readonly active: boolean } | undefined,
): void {
  if (!active)
    throw new DomainError('validation_error', 'active: the webhook is off, so that nothing is sent');
  if (!client?.active)
    throw new DomainError('validation_error', 'active: the client is off, so that nothing is sent');
}

/** @param count - of the client's webhooks @throws DomainError validation_error */
export function assertRoomForOneMore(count: number): void {
  if (count >= MAX_WEBHOOKS_PER_CLIENT)
    throw new DomainError(
      'validation_error',
      `body: the client has ${MAX_WEBHOOKS_PER_CLIENT} webhooks, which is the most`,
    );
}
