import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { DomainError } from '../../src/domain/errors';
import type { RefreshToken, RefreshTokenPosition } from '../../src/domain/access/tokens';
import type { AccessTokens } from '../../src/ports/access/access-tokens';
import type {
  ClientSecretDigests,
  HashingSlot,
  RefreshTokens,
  SlowHashing,
} from '../../src/ports/access/secrets';
import type { Timing } from '../../src/ports/timing';

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

/** Time that passes only in pauses, and where a test says so; chance that is spread evenly. */
export class FakeTiming implements Timing {
  /** The pauses, in milliseconds. */
  readonly pauses: number[] = [];
  running = 0;
  most_running = 0;
  private time_ms = 0;
  private draws = 0;

  now_ms(): number {
    return this.time_ms;
  }
  async pause(ms: number): Promise<void> {
    this.pauses.push(ms);
    this.running += 1;
    this.most_running = Math.max(this.most_running, this.running);
    await new Promise((resolve) => setImmediate(resolve));
    this.running -= 1;
  }
  random(): number {
    return (this.draws++ * 0.618_033_988_749_895) % 1;
  }
  advance(ms: number): void {
    this.time_ms += ms;
  }
}

/** A hash that takes one tick; remembers what was asked of it. */
export class FakeHashing implements SlowHashing {
  checked: string[] = [];
  running = 0;
  most_running = 0;
  /** Called for each check: time may pass in it. */
  duringCheck: () => void = () => undefined;
  /** What a check fails with, while it is set. */
  failure: Error | undefined;

  constructor(private readonly slots = Infinity) {}

  get has_free_slot(): boolean {
    return this.running < this.slots;
  }

  async waitInQueue(): Promise<boolean> {
    if (!this.has_free_slot) throw tooMany();
    return true;
  }

  async use<T>(work: (slot: HashingSlot) => Promise<T>): Promise<T> {
    if (!this.has_free_slot) throw tooMany();
    this.running += 1;
    this.most_running = Math.max(this.most_running, this.running);
    try {
      return await work({
        hash: async (text) => fakeHash(text),
        match: async (text, hashes) => {
          await new Promise((resolve) => setImmediate(resolve));
          this.duringCheck();
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

function tooMany(): DomainError {
  return new DomainError('internal_error', 'Too many.', { retry_after_s: 1 });
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
  next({ family, generation }: RefreshTokenPosition): RefreshToken {
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
