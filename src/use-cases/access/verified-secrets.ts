import type { Clock } from '../../ports/clock';

const LIFETIME_MS = 5 * 60 * 1000;
const MAX_ENTRIES = 10_000;

/**
 * A cache of recently verified secrets: from the digest of a secret to the stored hash that it matched. Every use
 * compares that hash with the database, so that a rotated secret is not accepted.
 */
export class VerifiedSecrets {
  /** In the order of the last use. */
  private readonly entries = new Map<
    string,
    { readonly secret_hash: string; readonly verified_at_ms: number }
  >();

  constructor(
    private readonly clock: Clock,
    private readonly max_entries = MAX_ENTRIES,
  ) {}

  /** @returns the stored hash that the secret matched less than five minutes ago */
  find(digest: string): string | undefined {
    const entry = this.entries.get(digest);
    if (!entry) return undefined;
    this.entries.delete(digest);
    // The age is negative after the business clock was set back.
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
