/** A request that may be sent again, and must then not happen again. */
export interface KeyedRequest {
  readonly company_id: string;
  readonly client_id: string;
  /** The caller's Idempotency-Key. */
  readonly key: string;
  /** SHA-256 of what makes the request this one: method, address and body. */
  readonly fingerprint: Uint8Array;
}

/** An answer as it is kept, to be given again. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Idempotency {
  /**
   * Does the work the first time that the key is seen, and gives its answer every time. The answer is kept in the
   * transaction of the work's effect: units of work that the work opens are part of it. A failure of the work
   * undoes both, and frees the key.
   *
   * @throws DomainError idempotency_key_reused: another request came under the key; idempotency_in_progress: the
   *   first one has not ended after 5 s
   */
  once(
    request: KeyedRequest,
    work: () => Promise<KeptAnswer>,
  ): Promise<KeptAnswer & { readonly replayed: boolean }>;
  /** Forgets keys that expired (after 24 h). @returns how many */
  sweep(): Promise<number>;
}
