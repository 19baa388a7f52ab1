import type { Permissions } from './permission';

/** An integration's account: it authenticates with `client_id` and a secret. */
export interface Client {
  readonly client_id: string;
  readonly company_id: string;
  readonly name: string;
  readonly permissions: Permissions;
  readonly active: boolean;
  /** bcrypt over a keyed digest; the secret itself is kept nowhere. */
  readonly secret_hash: string;
  /** Lives beside the new secret during a roll-over, until it expires. */
  readonly previous_secret_hash: string | null;
  readonly previous_secret_expires_at: Date | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}
