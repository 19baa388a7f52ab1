import type { Client } from '../../../src/domain/access/client';
import type { AttemptWindow, LockoutLimits } from '../../../src/domain/access/failed-attempts';
import { DomainError } from '../../../src/domain/errors';
import type { ClientRepository } from '../../../src/ports/access/client-repository';
import type { PageRequest } from '../../../src/ports/page';
import type { Repositories } from '../../../src/ports/unit-of-work';
import { isUpdatedSince, pageOf, TIMES } from './page';
import { Table } from './table';
import type { Session } from './tables';

/** A client's refresh tokens: the one in force, and when those before it were used. */
export interface TokenFamily {
  readonly family: string;
  readonly generation: number;
  /** In hexadecimal; null when the family was revoked. */
  readonly token_hash: string | null;
  readonly used_at: readonly Date[];
}

/** The failed attempts of a client; `recorded_window` as in the row. */
interface CountedAttempts extends AttemptWindow {
  readonly recorded_window?: Date;
}

/** All by client_id. */
export function accessTables() {
  return {
    clients: Table.empty<Client>(),
    failed_attempts: Table.empty<CountedAttempts>(),
    refresh_tokens: Table.empty<TokenFamily>(),
  };
}

export function accessRepositories(session: Session): Pick<Repositories, 'clients'> {
  return { clients: new MemoryClientRepository(session) };
}

class MemoryClientRepository implements ClientRepository {
  constructor(private readonly session: Session) {}

  async find(client_id: string) {
    return this.session.tables.clients.get(client_id);
  }

  lock(client_id: string) {
    return this.find(client_id);
  }

  async list(
    company_id: string,
    { updated_since }: { readonly updated_since?: Date | undefined },
    page: PageRequest,
  ) {
    const all = this.session.tables.clients.list().filter((client) => client.company_id === company_id);
    return pageOf(all.filter(isUpdatedSince(updated_since)), page, TIMES, ({ client_id }) => client_id);
  }

  async insert(client: Client) {
    if (await this.find(client.client_id)) throw new DomainError('validation_error', 'client_id: is taken');
    this.session.tables.clients.set(client, client.client_id);
  }

  async save(_before: Client, after: Client) {
    this.session.tables.clients.set(after, after.client_id);
  }

  async failedAttempts(client_ids: readonly string[]) {
    const { failed_attempts } = this.session.tables;
    return new Map(
      client_ids.flatMap((id) => {
        const window = failed_attempts.get(id);
        return window ? [[id, window]] : [];
      }),
    );
  }

  async resetFailedAttempts(client_id: string) {
    this.session.tables.failed_attempts.delete(client_id);
  }

  async recordLockout(client_id: string, { window_started_at }: AttemptWindow, { attempts }: LockoutLimits) {
    const { failed_attempts } = this.session.tables;
    const found = failed_attempts.get(client_id);
    if (!found || found.count < attempts || +found.window_started_at !== +window_started_at) return undefined;
    if (+(found.recorded_window ?? 0) === +window_started_at) return undefined;
    failed_attempts.set({ ...found, recorded_window: window_started_at }, client_id);
    return this.find(client_id);
  }

  async deleteRefreshToken(client_id: string) {
    const { refresh_tokens } = this.session.tables;
    const found = refresh_tokens.get(client_id);
    if (!found || found.token_hash === null) return false;
    refresh_tokens.delete(client_id);
    return true;
  }

  async revokeFamily(family: string) {
    const client_id = revokeFamily(this.session.tables, family);
    return client_id === undefined ? undefined : this.find(client_id);
  }
}

/** @returns the client whose tokens were in force */
export function revokeFamily(
  { refresh_tokens }: ReturnType<typeof accessTables>,
  family: string,
): string | undefined {
  const found = refresh_tokens.entries().find(([, row]) => row.family === family);
  if (!found || found[1].token_hash === null) return undefined;
  const client_id = found[0][0]!;
  refresh_tokens.set({ ...found[1], token_hash: null }, client_id);
  return client_id;
}
