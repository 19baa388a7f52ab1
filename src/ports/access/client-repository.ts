import type { Client } from '../../domain/access/client';
import type { AttemptWindow, LockoutLimits } from '../../domain/access/failed-attempts';
import type { RefreshTokenPosition } from '../../domain/access/tokens';
import type { Page, PageRequest } from '../page';

/**
 * Clients belong to a company. Their ids are unique in the installation, so no method needs the company's id to find
 * one.
 */
export interface ClientRepository {
  find(client_id: string): Promise<Client | undefined>;
  /** Clients with equal sort values are in the order of `client_id`. */
  list(
    company_id: string,
    filters: { readonly updated_since?: Date | undefined },
    page: PageRequest,
  ): Promise<Page<Client>>;
  /** Locks the row until the transaction ends. */
  lock(client_id: string): Promise<Client | undefined>;
  /** @throws DomainError validation_error when a client of any company has the id */
  insert(client: Client): Promise<void>;
  /** Stores a changed client, which is locked; stores nothing when `after` is `before`. */
  save(before: Client, after: Client): Promise<void>;
  /** @returns the failed attempts by client_id; clients without failed attempts are left out */
  failedAttempts(client_ids: readonly string[]): Promise<ReadonlyMap<string, AttemptWindow>>;
  /** Deletes the failed attempts, which ends a lockout. */
  resetFailedAttempts(client_id: string): Promise<void>;
  /**
   * Marks the lockout of a window as recorded.
   *
   * @returns the client, if this call marked it; undefined when it was marked before, or is none any more
   */
  recordLockout(client_id: string, window: AttemptWindow, limits: LockoutLimits): Promise<Client | undefined>;
  /**
   * Revokes all refresh tokens of a family.
   *
   * @returns the client, if this call revoked them; undefined when none of them was in force
   */
  revokeFamily(family: RefreshTokenPosition['family']): Promise<Client | undefined>;
  /**
   * Deletes the client's refresh token with its family, so that no token of the family can be used.
   *
   * @returns whether one was in force
   */
  deleteRefreshToken(client_id: string): Promise<boolean>;
}
