import { DomainError } from '../../../domain/errors';
import type { KeyedResponse } from '../../../ports/idempotency';

/** Seals texts that are stored and contain secrets. */
export interface Sealing {
  seal(text: string): string;
  /** @returns undefined when the key that sealed it is no longer configured */
  open(sealed: string): string | undefined;
}

/** The response as it is stored under an Idempotency-Key, with its body sealed. */
export function sealedResponse<R extends KeyedResponse>(response: R, sealing: Sealing): R {
  return { ...response, body: sealing.seal(response.body) };
}

/**
 * The response as the caller gets it.
 *
 * @throws DomainError internal_error when the key that sealed it was removed
 */
export function openedResponse<R extends KeyedResponse>(response: R, sealing: Sealing): R {
  const body = sealing.open(response.body);
  if (body !== undefined) return { ...response, body };
  throw new DomainError(
    'internal_error',
    'An earlier request with this key was carried out. Its response cannot be shown again, because the key that sealed it was removed.',
    { details: [{ effect: 'unknown' }] },
  );
}
