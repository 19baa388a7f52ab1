import {
  lockedUntil,
  type AttemptWindow,
  type LockoutLimits,
  reserveAttempt,
} from '../../src/domain/access/failed-attempts';
import { REMEMBERED_USES, type RefreshToken, type UnusableToken } from '../../src/domain/access/tokens';
import type { Permissions } from '../../src/domain/access/permission';
import type {
  Issue,
  IssueOutcome,
  Rotation,
  StoredSecrets,
  TokenHolder,
  TokenRepository,
} from '../../src/ports/access/token-repository';

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

interface Family {
  family: string;
  generation: number;
  token_hash: string | null;
  used_at: Date[];
}

/** Tokens without a database; every method is one step, as a statement is. Counts how often each was called. */
export class MemoryTokenRepository implements TokenRepository {
  readonly clients = new Map<string, ClientRow>();
  readonly attempts = new Map<string, AttemptWindow>();
  readonly calls = new Map<string, number>();
  private readonly families = new Map<string, Family>();

  async findSecrets(client_ids: readonly string[]): Promise<Map<string, StoredSecrets>> {
    await this.step('findSecrets');
    const known = client_ids.flatMap((id) => this.clients.get(id) ?? []);
    return new Map(
      known.map((row) => [row.client_id, { ...row, failed_attempts: this.attempts.get(row.client_id) }]),
    );
  }

  async reserveAttempt(client_id: string, now: Date, limits: LockoutLimits) {
    await this.step('reserveAttempt');
    const before = this.attempts.get(client_id);
    const window = reserveAttempt(before, now, limits);
    if (window) this.attempts.set(client_id, window);
    return window ? { reserved: true, window } : { reserved: false, window: before! };
  }

  async releaseAttempt(client_id: string, { window_started_at }: AttemptWindow): Promise<void> {
    await this.step('releaseAttempt');
    const window = this.attempts.get(client_id);
    if (window?.window_started_at.getTime() !== window_started_at.getTime() || !window?.count) return;
    this.attempts.set(client_id, { ...window, count: window.count - 1 });
  }

  async issue(issue: Issue, now: Date, limits: LockoutLimits): Promise<IssueOutcome> {
    await this.step('issue');
    const { client_id, secret_hash, reserved, refresh_token } = issue;
    const client = this.clients.get(client_id);
    const failed_attempts = this.attempts.get(client_id);
    if (!client) return { outcome: 'superseded' };
    if (!reserved && failed_attempts && lockedUntil(failed_attempts, now, limits)) {
      return { outcome: 'locked', failed_attempts };
    }
    const previous = (client.previous_secret_expires_at ?? now) > now && client.previous_secret_hash;
    if (client.secret_hash !== secret_hash && previous !== secret_hash) return { outcome: 'superseded' };
    if (!client.active) return { outcome: 'inactive' };
    const { family, generation, token_hash } = refresh_token;
    this.families.set(client_id, { family, generation, token_hash: hex(token_hash), used_at: [] });
    this.attempts.delete(client_id);
    return { outcome: 'issued', holder: client };
  }

  async rotate(rotations: readonly Rotation[], now: Date): Promise<(TokenHolder | undefined)[]> {
    await this.step('rotate');
    return rotations.map((rotation) => this.rotateOne(rotation, now));
  }

  private rotateOne({ used, next }: Rotation, now: Date): TokenHolder | undefined {
    const [client_id, row] = this.rowOf(used.family);
    const client = client_id !== undefined ? this.clients.get(client_id) : undefined;
    if (!client?.active || row?.generation !== used.generation || row.token_hash !== hex(used.token_hash))
      return undefined;
    row.generation += 1;
    row.token_hash = hex(next.token_hash);
    row.used_at = [now, ...row.used_at].slice(0, REMEMBERED_USES);
    return client;
  }

  async findUnusable(token: RefreshToken): Promise<UnusableToken | undefined> {
    await this.step('findUnusable');
    const [, row] = this.rowOf(token.family);
    if (!row || row.token_hash === null) return undefined;
    const active = row.generation === token.generation && row.token_hash === hex(token.token_hash);
    const uses_since = row.generation - token.generation;
    const used_at = uses_since > 0 ? row.used_at[Math.min(uses_since, row.used_at.length) - 1]! : null;
    return { active, used_at };
  }

  async revoke(family: string): Promise<void> {
    await this.step('revoke');
    const [, row] = this.rowOf(family);
    if (row) row.token_hash = null;
  }

  private rowOf(family: string): [string, Family] | [undefined, undefined] {
    return [...this.families].find(([, row]) => row.family === family) ?? [undefined, undefined];
  }

  private step(method: string): Promise<void> {
    this.calls.set(method, (this.calls.get(method) ?? 0) + 1);
    return Promise.resolve();
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
