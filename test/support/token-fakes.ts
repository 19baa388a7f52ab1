import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { DomainError } from '../../src/domain/errors';
import type { RefreshToken, RefreshTokenPlace } from '../../src/domain/tokens';
import type { AccessTokens } from '../../src/ports/access-tokens';
import type { ClientSecretDigests, HashingPlace, RefreshTokens, SlowHashing } from '../../src/ports/secrets';

/** A clock that stands still until it is moved. */
export class FakeClock {
  constructor(private time = new Date('2026-03-01T12:00:00Z')) {}

  now(): Date {
    return this.time;
  }
  advance(seconds: number): void {
    this.time = new Date(this.time.getTime() + seconds * 1000);
  }
}

/** A hash that takes one tick; remembers what was asked of it. */
export class FakeHashing implements SlowHashing {
  checked: string[] = [];
  running = 0;
  most_running = 0;
  /** What a check fails with, while it is set. */
  failure: Error | undefined;

  constructor(private readonly places = Infinity) {}

  async use<T>(work: (place: HashingPlace) => Promise<T>): Promise<T> {
    if (this.running >= this.places)
      throw new DomainError('internal_error', 'Too many.', { retry_after_s: 1 });
    this.running += 1;
    this.most_running = Math.max(this.most_running, this.running);
    try {
      return await work({
        hash: async (text) => fakeHash(text),
        match: async (text, hashes) => {
          await new Promise((resolve) => setImmediate(resolve));
          if (this.failure) throw this.failure;
          this.checked.push(text);
          return hashes.find((hash) => hash === fakeHash(text));
        },
      });
    } finally {
      this.running -= 1;
    }
  }
}

export function fakeHash(text: string): string {
  return `hash of ${text}`;
}

export const fakeDigests: ClientSecretDigests = {
  newClientSecret: () => randomBytes(32).toString('base64url'),
  forHashing: (client_id, client_secret) => `${client_id} ${client_secret}`,
  forMemory: (client_id, client_secret) => JSON.stringify([client_id, client_secret]),
};

/** Tokens that say openly where they belong. */
export class FakeRefreshTokens implements RefreshTokens {
  first(): RefreshToken {
    return this.next({ family: randomUUID(), generation: -1 });
  }
  next({ family, generation }: RefreshTokenPlace): RefreshToken {
    return this.read(`${family}/${generation + 1}/${randomUUID()}`)!;
  }
  read(token: string): RefreshToken | undefined {
    const [family, generation, random] = token.split('/');
    if (!family || !random) return undefined;
    return {
      token,
      family,
      generation: Number(generation),
      token_hash: createHash('sha256').update(token).digest(),
    };
  }
}

/** Access tokens that say openly whom they stand for; nobody verifies them. */
export const fakeAccessTokens: AccessTokens = {
  sign: (holder, now, lifetime_s) => JSON.stringify({ ...holder, now, lifetime_s }),
  verify: () => undefined,
};
