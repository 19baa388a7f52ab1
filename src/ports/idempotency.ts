import type { Origin } from '../domain/events/event';
import type { UnitOfWork } from './unit-of-work';

/** A request with an Idempotency-Key. */
export interface KeyedRequest {
  readonly company_id: string;
  readonly client_id: string;
  /** The caller's Idempotency-Key. */
  readonly key: string;
  /** SHA-256 of method, path and body, by which requests are compared, in hexadecimal. */
  readonly fingerprint: string;
  /** Where the changes of the request come from; by default the service itself. */
  readonly origin?: Origin;
}

/** A response as it is stored under a key. */
export interface KeyedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Idempotency {
  /**
   * Runs the work once per key. The response is stored in the transaction that the work writes in; every further
   * request with the key gets the stored response. If the work fails, nothing is stored and the key can be used again.
   *
   * @param work - must return, or throw, the value that the unit's write returned
   * @param responseOf - makes the response from that value; called before the commit
   * @throws DomainError idempotency_key_reused when another request was sent with the key; idempotency_in_progress when
   *   the first request has not ended after 5 s
   */
  once(
    request: KeyedRequest,
    work: (unit: UnitOfWork) => Promise<unknown>,
    responseOf: (result: unknown) => KeyedResponse,
  ): Promise<KeyedResponse & { readonly replayed: boolean }>;
  /** Deletes keys older than 24 h. @returns the number of deleted keys */
  sweep(): Promise<number>;
}
