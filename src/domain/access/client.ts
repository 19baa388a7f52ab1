import { DomainError } from '../errors';
import { completePermissions, type Permissions } from './permission';
import { firstVersion, revised } from '../version';

/** An integration's account: it authenticates with `client_id` and a secret. */
export interface Client {
  readonly client_id: string;
  readonly company_id: string;
  readonly name: string;
  readonly permissions: Permissions;
  readonly active: boolean;
  /** bcrypt hash of a keyed digest of the secret. The secret itself is not stored. */
  readonly secret_hash: string;
  /** Hash of the secret before the last rotation; accepted until `previous_secret_expires_at`. */
  readonly previous_secret_hash: string | null;
  readonly previous_secret_expires_at: Date | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Limits of an id and a secret that are imported from another system, in code points. */
export const CLIENT_ID_MAX_LENGTH = 64;
export const CLIENT_SECRET_LENGTH = { min: 16, max: 200 } as const;
/** The longest time that the previous secret is accepted beside a new one: seven days. */
export const MAX_KEEP_PREVIOUS_S = 604_800;

/** No control, format or unassigned characters (Unicode category C), which a terminal could interpret. */
const PRINTABLE = /^\P{C}{1,64}$/u;

/** The form of a secret that the service has generated: 32 random bytes in base64url, unlike a UUID with a prefix. */
const GENERATED_SECRET = /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)[\w-]{43}$/;

/** A client_id from a request, in a form that is safe to log: a caller may have sent its secret in place of the id. */
export function shownClientId(client_id: string): string {
  if (GENERATED_SECRET.test(client_id)) return '(like a secret)';
  return PRINTABLE.test(client_id) ? client_id : '(unprintable)';
}

export interface ClientInput {
  readonly name: string;
  /** A permission that is not listed is not granted. */
  readonly permissions?: Permissions | null | undefined;
}

/** A field that is left out is unchanged; `permissions` is replaced as a whole. */
export interface ClientChange {
  readonly name?: string | undefined;
  readonly permissions?: Permissions | undefined;
  readonly active?: boolean | undefined;
}

/** Until when the secret before the last rotation is accepted; null when it is not accepted now. */
export function previousSecretValidUntil(
  { previous_secret_expires_at }: Pick<Client, 'previous_secret_expires_at'>,
  now: Date,
): Date | null {
  return previous_secret_expires_at && previous_secret_expires_at > now ? previous_secret_expires_at : null;
}

/** Fields that the service sets; a PATCH that names one is refused. */
export const CLIENT_READ_ONLY = [
  'client_id',
  'client_secret',
  'company_id',
  'locked_until',
  'created_at',
  'updated_at',
] as const;

export type ClientPatch = ClientChange & { readonly [Member in (typeof CLIENT_READ_ONLY)[number]]?: unknown };

export function newClient(
  input: ClientInput,
  account: Pick<Client, 'client_id' | 'company_id' | 'secret_hash'>,
  now: Date,
): Client {
  return {
    client_id: account.client_id,
    company_id: account.company_id,
    name: input.name,
    permissions: completePermissions(input.permissions ?? {}),
    active: true,
    secret_hash: account.secret_hash,
    previous_secret_hash: null,
    previous_secret_expires_at: null,
    ...firstVersion(now),
  };
}

/**
 * @returns the changed client; the same object when no field differs
 * @throws DomainError field_not_editable
 */
export function changedClient(client: Client, patch: ClientPatch, now: Date): Client {
  const refused = CLIENT_READ_ONLY.find((member) => patch[member] !== undefined);
  if (refused) throw new DomainError('field_not_editable', `${refused}: cannot be changed`);

  const { name, permissions, active } = patch;
  const changed: Client = {
    ...client,
    name: name ?? client.name,
    permissions: permissions ? completePermissions(permissions) : client.permissions,
    active: active ?? client.active,
  };
  return revised(client, changed, now);
}

/**
 * The client with a new secret.
 *
 * @param keep_previous_for_s - seconds for which the present secret is still accepted; 0: it is refused from now on. A
 *   previous secret that is still accepted ends at once, so that at most two secrets are valid at a time.
 */
export function withNewSecret(
  client: Client,
  secret_hash: string,
  keep_previous_for_s: number,
  now: Date,
): Client {
  const keeps = keep_previous_for_s > 0;
  const previous_secret_hash = keeps ? client.secret_hash : null;
  const previous_secret_expires_at = keeps ? new Date(now.getTime() + keep_previous_for_s * 1000) : null;
  return revised(client, { secret_hash, previous_secret_hash, previous_secret_expires_at }, now);
}
