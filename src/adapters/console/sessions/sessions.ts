import { createHash, createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  type ConsoleSession,
  isLive,
  isSeenDue,
  SESSION_IDLE_MS,
  SESSION_LIFETIME_MS,
} from '../../../domain/access/console-session';
import type { Person } from '../../../domain/access/person';
import type { Clock } from '../../../ports/clock';
import type { ConsoleSessionRepository, SessionKeys } from '../../../ports/access/console-session-repository';
import type { Ids } from '../../../ports/ids';

const TOKEN = /^[\w-]{43}$/;
/** Maximum number of characters kept of the User-Agent header. */
const MAX_USER_AGENT = 400;

/** The session of a signed-in operator. */
export interface Session {
  readonly id: string;
  /** CSRF token of the session's forms: it proves that the sender could read a page of the session. */
  readonly form_token: string;
  /** Null for a session that was opened with the management token, which may do everything. */
  readonly person: Person | null;
}

export interface SessionOrigin {
  readonly source_address: string;
  readonly user_agent: string | undefined;
  readonly person: Person | null;
}

/** Console sessions. The browser holds a random token; the database stores its digest. */
export class Sessions {
  private readonly key: Buffer;
  private readonly opened_with: Buffer;

  /**
   * @param key - the same on all nodes
   * @param people - the settings by which people sign in: a change of them ends all sessions
   */
  constructor(
    key: KeyObject,
    private readonly management_token: string,
    private readonly repository: ConsoleSessionRepository,
    private readonly clock: Clock,
    private readonly ids: Ids,
    people = '',
  ) {
    this.key = createHmac('sha256', key).update(management_token).digest();
    this.opened_with = this.mac('opened with', people);
  }

  /** Whether a text is the management token, in constant time. */
  isToken(token: string): boolean {
    return timingSafeEqual(this.mac('token', token), this.mac('token', this.management_token));
  }

  /** @returns the token for the cookie, and the cookie's lifetime in milliseconds */
  async open({
    source_address,
    user_agent,
    person,
  }: SessionOrigin): Promise<{ token: string; max_age_ms: number }> {
    const token = randomBytes(32).toString('base64url');
    const now = this.clock.now();
    await this.repository.insert(
      {
        id: this.ids.next(),
        source_address,
        user_agent: user_agent?.slice(0, MAX_USER_AGENT) ?? null,
        person,
        began_at: now,
        seen_at: now,
      },
      this.keysOf(token),
    );
    return { token, max_age_ms: SESSION_LIFETIME_MS };
  }

  /** @param token - of the cookie; @returns undefined unless it belongs to a session that has not ended */
  async find(token: string | undefined): Promise<Session | undefined> {
    if (token === undefined || !TOKEN.test(token)) return undefined;
    const session = await this.repository.find(this.keysOf(token));
    const now = this.clock.now();
    if (!session || !isLive(session, now)) return undefined;
    if (isSeenDue(session, now)) await this.repository.saveSeen(session.id, now);
    const form_token = this.mac('form', token).toString('base64url');
    return { id: session.id, form_token, person: session.person };
  }

  /** The text with a proof that this installation has made it, for a cookie. */
  sealed(text: string): string {
    return `${Buffer.from(text).toString('base64url')}.${this.mac('sealed', text).toString('base64url')}`;
  }

  /** @returns the text of `sealed`; undefined for anything else */
  unsealed(sealed: string): string | undefined {
    const [text = ''] = sealed.split('.');
    const opened = Buffer.from(text, 'base64url').toString('utf8');
    return isSame(this.sealed(opened), sealed) ? opened : undefined;
  }

  /** Sessions that have not ended, newest first. */
  async list(): Promise<ConsoleSession[]> {
    const now = this.clock.now();
    return (await this.repository.list(this.opened_with)).filter((session) => isLive(session, now));
  }

  /** Has no effect on a session that has already ended. */
  end(id: string): Promise<void> {
    return this.repository.delete(id);
  }

  endOthers({ id }: Session): Promise<void> {
    return this.repository.deleteOthers(id);
  }

  /** @returns the number of deleted rows of ended sessions */
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

/** Compares in constant time for texts of equal length. */
export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
