import type { RefreshToken, RefreshTokenPosition } from '../../domain/access/tokens';

/** Keyed digests of client secrets. Different strings have different digests, also strings with lone surrogates. */
export interface ClientSecretDigests {
  /** @returns a new client_secret of at least 32 random bytes */
  newClientSecret(): string;
  /** The digest that is hashed with bcrypt: of fixed length, and the same on every node. */
  forHashing(client_id: string, client_secret: string): string;
  /** The digest under which this process caches a verified secret; its key exists in this process only. */
  forMemory(client_id: string, client_secret: string): string;
}

/** Signed refresh tokens that carry their family and generation. */
export interface RefreshTokens {
  /** The first token of a new family. */
  first(): RefreshToken;
  /** The token that follows this one in its family. */
  next(position: RefreshTokenPosition): RefreshToken;
  /** @returns undefined unless the token was issued by this service */
  read(token: string): RefreshToken | undefined;
}

/** bcrypt in a thread pool of its own, so that it delays no other work. */
export interface SlowHashing {
  /**
   * Waits for a free thread, and releases it after `work`.
   *
   * @throws DomainError internal_error with `retry_after_s`, without waiting, when the queue is full
   */
  use<T>(work: (slot: HashingSlot) => Promise<T>): Promise<T>;

  /**
   * Waits as long as `use` would wait, but takes no thread, so that it delays no other caller.
   *
   * @returns whether `use` would then find a free thread without waiting
   * @throws the errors of `use`
   */
  waitInQueue(): Promise<boolean>;
}

/** The exclusive use of one hashing thread. */
export interface HashingSlot {
  /** @param salt_of - another valid hash of the client. With its salt, one hashing verifies a secret against both */
  hash(text: string, salt_of?: string): Promise<string>;
  /**
   * Takes the same time when `hashes` is empty.
   *
   * @returns the hash in `hashes` that matches `text`; undefined when none does
   */
  match(text: string, hashes: readonly string[]): Promise<string | undefined>;
}
