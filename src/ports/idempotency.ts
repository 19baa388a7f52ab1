import type { UnitOfWork } from './unit-of-work';

/** A request with an Idempotency-Key. */
export interface KeyedRequest {
  readonly company_id: string;
  readonly client_id: string;
  /** The caller's Idempotency-Key. */
  readonly key: string;
  /** SHA-256 of method, address and body, which tell one request from another. */
  readonly fingerprint: Uint8Array;
}

/** A response as it is stored under a key. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Idempotency {
  /**
   * Does the work once for each key. The response is stored in the transaction that the work writes in; every further
   * request under the key gets the stored response. A failure of the work stores nothing, and the key stays free.
   *
   * @param work - returns, or throws, what its unit's write returned
   * @param answerOf - the response for what the write returned; called before the write is committed
   * @throws DomainError idempotency_key_reused: another request was sent under the key; idempotency_in_progress: the
   *   first request has not ended after 5 s
   */
  once(
    request: KeyedRequest,
    work: (unit: UnitOfWork) => Promise<unknown>,
    answerOf: (result: unknown) => KeptAnswer,
  ): Promise<KeptAnswer & { readonly replayed: boolean }>;
  /** Deletes keys that expired (after 24 h). @returns how many */
  sweep(): Promise<number>;
}
