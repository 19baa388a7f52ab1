import { createHash, createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  type ConsoleSession,
  isLive,
  isSeenDue,
  SESSION_IDLE_MS,
  SESSION_LIFETIME_MS,
} from '../../../domain/access/console-session';
import type { Clock } from '../../../ports/clock';
import type { ConsoleSessionRepository, SessionKeys } from '../../../ports/access/console-session-repository';
import type { Ids } from '../../../ports/ids';

const TOKEN = /^[\w-]{43}$/;
/** Characters that are kept of a browser's description of itself. */
const MAX_USER_AGENT = 400;

/** Somebody who is signed in. */
export interface Session {
  readonly id: string;
  /** In every form of the session's pages: whoever can write it has read one of them. */
  readonly form_token: string;
}

export interface Origin {
  readonly source_address: string;
  readonly user_agent: string | undefined;
}

/** Sessions are rows: what a browser holds is a token, of which only the digest is stored. */
export class Sessions {
  private readonly key: Buffer;
  private readonly opened_with: Buffer;

  /** @param key - the same on all nodes */
  constructor(
    key: KeyObject,
    private readonly management_token: string,
    private readonly repository: ConsoleSessionRepository,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {
    this.key = createHmac('sha256', key).update(management_token).digest();
    this.opened_with = this.mac('opened with', '');
  }

  /** Whether that is the management token; takes the same time whatever it is. */
  isToken(token: string): boolean {
    return timingSafeEqual(this.mac('token', token), this.mac('token', this.management_token));
  }

  /** @returns the token for the browser, and for how long it may keep it */
  async open({ source_address, user_agent }: Origin): Promise<{ token: string; max_age_ms: number }> {
    const token = randomBytes(32).toString('base64url');
    const now = this.clock.now();
    await this.repository.insert(
      {
        id: this.ids.next(),
        source_address,
        user_agent: user_agent?.slice(0, MAX_USER_AGENT) ?? null,
        began_at: now,
        seen_at: now,
      },
      this.keysOf(token),
    );
    return { token, max_age_ms: SESSION_LIFETIME_MS };
  }

  /** @param token - of the cookie; @returns undefined unless it is that of a session that lasts */
  async find(token: string | undefined): Promise<Session | undefined> {
    if (token === undefined || !TOKEN.test(token)) return undefined;
    const session = await this.repository.find(this.keysOf(token));
    const now = this.clock.now();
    if (!session || !isLive(session, now)) return undefined;
    if (isSeenDue(session, now)) await this.repository.saveSeen(session.id, now);
    return { id: session.id, form_token: this.mac('form', token).toString('base64url') };
  }

  /** Those that last, the newest first. */
  async list(): Promise<ConsoleSession[]> {
    const now = this.clock.now();
    return (await this.repository.list(this.opened_with)).filter((session) => isLive(session, now));
  }

  /** Nothing when it has ended already. */
  end(id: string): Promise<void> {
    return this.repository.delete(id);
  }

  endOthers({ id }: Session): Promise<void> {
    return this.repository.deleteOthers(id);
  }

  /** @returns how many rows of sessions that have ended went */
  sweep(): Promise<number> {
    const now_ms = this.clock.now().getTime();
    return this.repository.deleteEnded(
      new Date(now_ms - SESSION_LIFETIME_MS),
      new Date(now_ms - SESSION_IDLE_MS),
    );
  }

  private keysOf(token: string): SessionKeys {
    return { token_digest: createHash('sha256').update(token).digest(), opened_with: this.opened_with };
  }

  private mac(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.key).update(`${purpose}\0${text}`).digest();
  }
}

/** In a time that does not depend on where they differ. */
export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
