import {
  changedClient,
  type Client,
  type ClientInput,
  type ClientPatch,
  newClient,
  previousSecretValidUntil,
  withNewSecret,
} from '../../domain/access/client';
import { existing } from '../../domain/errors';
import { lockedUntil, type LockoutLimits } from '../../domain/access/failed-attempts';
import { assertVersion, type IfMatch } from '../../domain/version';
import type { ClientRepository } from '../../ports/access/client-repository';
import type { Clock } from '../../ports/clock';
import type { Ids } from '../../ports/ids';
import type { Page, PageRequest } from '../../ports/page';
import type { UnitOfWork } from '../../ports/unit-of-work';
import type { ClientSecrets } from './client-secrets';

/** Credentials that are imported from another system; a field that is left out is generated. */
export interface ImportedCredentials {
  readonly client_id?: string | null | undefined;
  readonly client_secret?: string | null | undefined;
}

/** A client as returned by the management interface. */
export type ManagedClient = Client & {
  readonly locked_until: Date | null;
  readonly previous_secret_valid_until: Date | null;
};
/** A client with its new secret, which is returned only once. */
export type ClientWithSecret = ManagedClient & { readonly client_secret: string };

/** The management of clients by the operator. */
export class Clients {
  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly secrets: ClientSecrets,
    private readonly limits: LockoutLimits,
  ) {}

  /** @throws DomainError not_found when there is no such company */
  list(
    unit: UnitOfWork,
    company_id: string,
    filters: { readonly updated_since?: Date | undefined },
    page: PageRequest,
  ): Promise<Page<ManagedClient>> {
    return unit.read(async ({ clients, companies }) => {
      existing(await companies.find(company_id), 'company');
      const { data, next } = await clients.list(company_id, filters, page);
      return { data: await this.managed(data, clients), next };
    });
  }

  /** @throws DomainError not_found */
  get(unit: UnitOfWork, client_id: string): Promise<ManagedClient> {
    return unit.read(async ({ clients }) => {
      return this.managedOne(existing(await clients.find(client_id), 'client'), clients);
    });
  }

  /** @throws DomainError not_found when there is no such company; validation_error when the client_id is taken */
  async create(
    unit: UnitOfWork,
    company_id: string,
    input: ClientInput,
    credentials: ImportedCredentials,
  ): Promise<ClientWithSecret> {
    existing(await unit.read(({ companies }) => companies.find(company_id)), 'company');

    const client_id = credentials.client_id ?? this.ids.next();
    const client_secret = credentials.client_secret ?? this.secrets.newClientSecret();
    // Hashing is slow, so it happens before the transaction.
    const secret_hash = await this.secrets.hashSecret(client_id, client_secret);
    const client = newClient(input, { client_id, company_id, secret_hash }, this.clock.now());
    const created = { ...client, client_secret, locked_until: null, previous_secret_valid_until: null };
    return unit.transaction(async ({ clients }) => {
      await clients.insert(client);
      return created;
    });
  }

  /** @throws DomainError not_found, precondition_failed, field_not_editable */
  update(unit: UnitOfWork, client_id: string, patch: ClientPatch, if_match: IfMatch): Promise<ManagedClient> {
    return unit.transaction(async ({ clients }) => {
      const client = existing(await clients.lock(client_id), 'client');
      assertVersion(if_match, client.version);
      const next = changedClient(client, patch, this.clock.now());
      await clients.save(client, next);
      return this.managedOne(next, clients);
    });
  }

  /**
   * Gives the client a new secret.
   *
   * @param keep_previous_for_s - seconds for which the old secret is still accepted; the refresh token then stays
   *   valid. 0 invalidates both
   * @throws DomainError not_found, precondition_failed
   */
  async renewSecret(
    unit: UnitOfWork,
    client_id: string,
    keep_previous_for_s: number,
    if_match?: IfMatch,
  ): Promise<ClientWithSecret> {
    const { secret_hash: current_hash } = await this.get(unit, client_id);
    const client_secret = this.secrets.newClientSecret();
    const previous_hash = keep_previous_for_s > 0 ? current_hash : undefined;
    const secret_hash = await this.secrets.hashSecret(client_id, client_secret, previous_hash);
    return unit.transaction(async ({ clients }) => {
      const client = existing(await clients.lock(client_id), 'client');
      assertVersion(if_match, client.version);
      const next = withNewSecret(client, secret_hash, keep_previous_for_s, this.clock.now());
      await clients.save(client, next);
      if (keep_previous_for_s === 0) await clients.deleteRefreshToken(client_id);
      return { ...(await this.managedOne(next, clients)), client_secret };
    });
  }

  /** Ends a lockout, if there is one. @throws DomainError not_found, precondition_failed */
  unlock(unit: UnitOfWork, client_id: string, if_match: IfMatch): Promise<void> {
    return unit.transaction(async ({ clients }) => {
      await this.assertKnown(client_id, clients, if_match);
      await clients.resetFailedAttempts(client_id);
    });
  }

  /** Revokes the refresh token, if there is one. @throws DomainError not_found, precondition_failed */
  revokeRefreshToken(unit: UnitOfWork, client_id: string, if_match: IfMatch): Promise<void> {
    return unit.transaction(async ({ clients }) => {
      await this.assertKnown(client_id, clients, if_match);
      await clients.deleteRefreshToken(client_id);
    });
  }

  /** Takes no lock: the following deletion is one statement, independent of other changes of the client. */
  private async assertKnown(client_id: string, clients: ClientRepository, if_match: IfMatch): Promise<void> {
    const client = existing(await clients.find(client_id), 'client');
    assertVersion(if_match, client.version);
  }

  private async managedOne(client: Client, clients: ClientRepository): Promise<ManagedClient> {
    return (await this.managed([client], clients))[0]!;
  }

  private async managed(some: readonly Client[], clients: ClientRepository): Promise<ManagedClient[]> {
    const windows = await clients.failedAttempts(some.map(({ client_id }) => client_id));
    const now = this.clock.now();
    return some.map((client) => ({
      ...client,
      locked_until: lockedUntil(windows.get(client.client_id), now, this.limits) ?? null,
      previous_secret_valid_until: previousSecretValidUntil(client, now),
    }));
  }
}
