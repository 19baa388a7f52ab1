import type { Client } from '../../domain/access/client';
import type { AttemptWindow } from '../../domain/access/failed-attempts';
import type { Page, PageRequest } from '../page';

/** Clients belong to a company, yet their ids are unique over the whole installation: they alone identify. */
export interface ClientRepository {
  find(client_id: string): Promise<Client | undefined>;
  /** Ties go by `client_id`. */
  list(
    company_id: string,
    filters: { readonly updated_since?: Date | undefined },
    page: PageRequest,
  ): Promise<Page<Client>>;
  /** Locks the row until the transaction ends. */
  lock(client_id: string): Promise<Client | undefined>;
  /** @throws DomainError validation_error when the id is taken, by a client of whatever company */
  insert(client: Client): Promise<void>;
  /** Stores a locked client after a change; nothing when it is the same. */
  save(before: Client, after: Client): Promise<void>;
  /** @returns the failed secrets of those clients that have some */
  failedAttempts(client_ids: readonly string[]): Promise<ReadonlyMap<string, AttemptWindow>>;
  /** Forgets the failed secrets, so that a lock-out ends. */
  forgetFailedAttempts(client_id: string): Promise<void>;
  /** The client's refresh token and whatever came before it are unknown from now on. */
  deleteRefreshToken(client_id: string): Promise<void>;
}
