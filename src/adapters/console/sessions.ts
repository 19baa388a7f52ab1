import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../ports/clock';

/** A working day; then the token is asked for again. */
const LIFETIME_MS = 8 * 3600 * 1000;
const VALUE = /^(\d{1,15})\.([\w-]{22})\.([\w-]{43})$/;

/** Somebody who is signed in. */
export interface Session {
  /** In every form of theirs: who can write it has read a page of this session. */
  readonly form_token: string;
}

/**
 * Sessions that are kept nowhere: the cookie says until when it counts, and its MAC that one of our nodes said so. Its
 * key is made of the management token too, so that another token ends all sessions.
 */
export class Sessions {
  private readonly key: Buffer;

  /** @param key - the same on all nodes */
  constructor(
    key: KeyObject,
    private readonly management_token: string,
    private readonly clock: Clock,
  ) {
    this.key = createHmac('sha256', key).update(management_token).digest();
  }

  /** Whether that is the management token; takes the same time whatever it is. */
  isToken(token: string): boolean {
    return isSame(this.mac('token', token), this.mac('token', this.management_token));
  }

  /** @returns the value of a new session's cookie, and its lifetime */
  open(): { readonly value: string; readonly max_age_ms: number } {
    const expires = this.clock.now().getTime() + LIFETIME_MS;
    const named = `${expires}.${randomBytes(16).toString('base64url')}`;
    return { value: `${named}.${this.mac('session', named)}`, max_age_ms: LIFETIME_MS };
  }

  /** @param value - of the cookie; @returns undefined unless it is that of a session that lasts */
  find(value: string | undefined): Session | undefined {
    const [, expires, nonce, mac] = VALUE.exec(value ?? '') ?? [];
    if (expires === undefined || nonce === undefined || mac === undefined) return undefined;
    const named = `${expires}.${nonce}`;
    if (!isSame(mac, this.mac('session', named))) return undefined;
    // More than a whole lifetime is left to one that was opened before the business clock was put back.
    const left_ms = Number(expires) - this.clock.now().getTime();
    if (left_ms <= 0 || left_ms > LIFETIME_MS) return undefined;
    return { form_token: this.mac('form', named) };
  }

  private mac(purpose: string, text: string): string {
    return createHmac('sha256', this.key).update(`${purpose}\0${text}`).digest('base64url');
  }
}

/** In a time that does not depend on where they differ. */
export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
