import type { Clock } from '../../ports/clock';

const LIFETIME_MS = 5 * 60 * 1000;
const MAX_ENTRIES = 10_000;

/**
 * Secrets that were found right lately, by digest, each with the stored hash that it matched. The hash is what
 * the store is asked about on every use: a rotated secret is remembered in vain.
 */
export class VerifiedSecrets {
  /** In the order of their last use. */
  private readonly entries = new Map<
    string,
    { readonly secret_hash: string; readonly verified_at_ms: number }
  >();

  constructor(
    private readonly clock: Clock,
    private readonly max_entries = MAX_ENTRIES,
  ) {}

  /** @returns the stored hash that the secret matched, at most five minutes ago */
  find(digest: string): string | undefined {
    const entry = this.entries.get(digest);
    if (!entry) return undefined;
    this.entries.delete(digest);
    // A negative age is that of a clock that was set back.
    const age_ms = this.clock.now().getTime() - entry.verified_at_ms;
    if (age_ms < 0 || age_ms >= LIFETIME_MS) return undefined;
    this.entries.set(digest, entry);
    return entry.secret_hash;
  }

  remember(digest: string, secret_hash: string): void {
    this.entries.delete(digest);
    this.entries.set(digest, { secret_hash, verified_at_ms: this.clock.now().getTime() });
    if (this.entries.size > this.max_entries) this.entries.delete(this.entries.keys().next().value!);
  }

  forget(digest: string): void {
    this.entries.delete(digest);
  }
}
