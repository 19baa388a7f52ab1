import type { RefreshToken, RefreshTokenPlace } from '../../domain/access/tokens';

/** Client secrets, seen through keyed digests. Two different strings never share one, ill-formed ones included. */
export interface ClientSecretDigests {
  /** @returns a new client_secret of at least 32 random bytes */
  newClientSecret(): string;
  /** What the slow hash is made of: of a fixed length, the same on every node. */
  forHashing(client_id: string, client_secret: string): string;
  /** What a right secret is remembered by: means nothing outside this process. */
  forMemory(client_id: string, client_secret: string): string;
}

/** Refresh tokens that name their family and generation, and that nobody else can make. */
export interface RefreshTokens {
  /** The first token of a new family. */
  first(): RefreshToken;
  /** The token that follows this one in its family. */
  next(place: RefreshTokenPlace): RefreshToken;
  /** @returns undefined for what is not a token of ours */
  read(token: string): RefreshToken | undefined;
}

/** A hash that is slow on purpose, on places of its own so that nothing else waits for it. */
export interface SlowHashing {
  /**
   * Waits for a place, and gives it back when `work` has ended.
   *
   * @throws DomainError internal_error with `retry_after_s`, at once, when too many wait already
   */
  use<T>(work: (place: HashingPlace) => Promise<T>): Promise<T>;

  /**
   * Waits as long as `use` would wait for a place, and takes none: nobody waits for it.
   *
   * @throws as `use` does
   */
  waitInLine(): Promise<void>;

  /** Whether a place could be taken at once. */
  readonly has_free_place: boolean;
}

export interface HashingPlace {
  /** @param beside - a hash that will be compared together with the new one: they then cost one hashing */
  hash(text: string, beside?: string): Promise<string>;
  /**
   * Takes as long without any hash to compare with.
   *
   * @returns the one of `hashes` that was made of `text`
   */
  match(text: string, hashes: readonly string[]): Promise<string | undefined>;
}
