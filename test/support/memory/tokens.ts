import {
  lockedUntil,
  type AttemptWindow,
  type LockoutLimits,
  reserveAttempt,
} from '../../../src/domain/access/failed-attempts';
import {
  isTolerated,
  MOST_REMEMBERED_USES,
  REMEMBERED_USES,
  type RefreshToken,
  type UnusableToken,
} from '../../../src/domain/access/tokens';
import type { Permissions } from '../../../src/domain/access/permission';
import type {
  Issue,
  IssueOutcome,
  Rotation,
  StoredSecrets,
  TokenHolder,
  TokenRepository,
} from '../../../src/ports/access/token-repository';
import { accessTables, revokeFamily, type TokenFamily } from './access';

/** A client as its row is. */
export interface ClientRow {
  client_id: string;
  company_id: string;
  permissions: Permissions;
  active: boolean;
  secret_hash: string;
  previous_secret_hash: string | null;
  previous_secret_expires_at: Date | null;
}

type AccessTables = ReturnType<typeof accessTables>;

/**
 * Tokens without a database; every method is one step, as a statement is. It must not be called while a transaction of
 * the same tables is open, whose commit would undo the step. Counts how often each method was called.
 */
export class MemoryTokenRepository implements TokenRepository {
  readonly calls = new Map<string, number>();

  constructor(private readonly session: { readonly tables: AccessTables } = { tables: accessTables() }) {}

  /** Stores the client as it is now, over what was stored. */
  store(client: ClientRow): void {
    const rest = { name: 'Test', version: 1, created_at: new Date(0), updated_at: new Date(0) };
    this.tables.clients.set({ ...rest, ...client }, client.client_id);
  }

  /** Marks the lockout of the client as recorded. */
  markLockout(client_id: string): void {
    const window = this.tables.failed_attempts.get(client_id)!;
    this.tables.failed_attempts.set({ ...window, recorded_window: window.window_started_at }, client_id);
  }

  /** The failed attempts, by client_id. */
  get attempts(): ReadonlyMap<string, AttemptWindow> {
    return new Map(
      this.tables.failed_attempts.entries().map(([[client_id], window]) => [client_id!, window]),
    );
  }

  private get tables(): AccessTables {
    return this.session.tables;
  }

  async findSecrets(client_id: string): Promise<StoredSecrets | undefined> {
    await this.step('findSecrets');
    const row = this.tables.clients.get(client_id);
    const failed_attempts = this.tables.failed_attempts.get(client_id);
    const is_lockout_recorded =
      failed_attempts?.recorded_window?.getTime() === failed_attempts?.window_started_at.getTime();
    return row && { ...row, failed_attempts, is_lockout_recorded: is_lockout_recorded && !!failed_attempts };
  }

  async reserveAttempt(client_id: string, now: Date, limits: LockoutLimits) {
    await this.step('reserveAttempt');
    const before = this.tables.failed_attempts.get(client_id);
    const window = reserveAttempt(before, now, limits);
    if (window) this.tables.failed_attempts.set(window, client_id);
    return window ? { reserved: true, window } : { reserved: false, window: before! };
  }

  async releaseAttempt(client_id: string, { window_started_at }: AttemptWindow): Promise<void> {
    await this.step('releaseAttempt');
    const window = this.tables.failed_attempts.get(client_id);
    if (window?.window_started_at.getTime() !== window_started_at.getTime() || !window?.count) return;
    this.tables.failed_attempts.set({ ...window, count: window.count - 1 }, client_id);
  }

  async issue(issue: Issue, now: Date, limits: LockoutLimits): Promise<IssueOutcome> {
    await this.step('issue');
    const { client_id, secret_hash, reserved, refresh_token } = issue;
    const client = this.tables.clients.get(client_id);
    const failed_attempts = this.tables.failed_attempts.get(client_id);
    if (!client) return { outcome: 'superseded' };
    if (!reserved && failed_attempts && lockedUntil(failed_attempts, now, limits)) {
      return { outcome: 'locked', failed_attempts };
    }
    const previous = (client.previous_secret_expires_at ?? now) > now && client.previous_secret_hash;
    if (client.secret_hash !== secret_hash && previous !== secret_hash) return { outcome: 'superseded' };
    if (!client.active) return { outcome: 'inactive' };
    const { family, generation, token_hash } = refresh_token;
    this.tables.refresh_tokens.set(
      { family, generation, token_hash: hex(token_hash), used_at: [] },
      client_id,
    );
    this.tables.failed_attempts.delete(client_id);
    return { outcome: 'issued', holder: client };
  }

  async rotate({ used, next }: Rotation, now: Date): Promise<TokenHolder | undefined> {
    await this.step('rotate');
    const [client_id, row] = this.rowOf(used.family);
    if (client_id === undefined) return undefined;
    const client = this.tables.clients.get(client_id);
    if (!client?.active || row.generation !== used.generation || row.token_hash !== hex(used.token_hash))
      return undefined;
    const all = [now, ...row.used_at];
    const oldest = all[REMEMBERED_USES - 1];
    const kept = oldest && isTolerated(oldest, now) ? MOST_REMEMBERED_USES : REMEMBERED_USES;
    const used_at = all.slice(0, kept);
    const token_hash = hex(next.token_hash);
    this.tables.refresh_tokens.set(
      { ...row, generation: row.generation + 1, token_hash, used_at },
      client_id,
    );
    return client;
  }

  async findUnusable(token: RefreshToken): Promise<UnusableToken | undefined> {
    await this.step('findUnusable');
    const [, row] = this.rowOf(token.family);
    if (!row || row.token_hash === null) return undefined;
    const active = row.generation === token.generation && row.token_hash === hex(token.token_hash);
    const used_at = row.used_at[row.generation - token.generation - 1] ?? null;
    return { active, used: row.generation > token.generation, used_at };
  }

  /** As `ClientRepository.revokeFamily`. */
  revokeFamily(family: string): void {
    revokeFamily(this.tables, family);
  }

  private rowOf(family: string): [string, TokenFamily] | [undefined, undefined] {
    const found = this.tables.refresh_tokens.entries().find(([, row]) => row.family === family);
    return found ? [found[0][0]!, found[1]] : [undefined, undefined];
  }

  private step(method: string): Promise<void> {
    this.calls.set(method, (this.calls.get(method) ?? 0) + 1);
    return Promise.resolve();
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
