import { DomainError } from '../../../domain/errors';
import type { KeptAnswer } from '../../../ports/idempotency';

/** Seals texts that are stored and contain secrets. */
export interface Sealing {
  seal(text: string): string;
  /** @returns undefined when the key that sealed it is no longer configured */
  open(sealed: string): string | undefined;
}

/** The response as it is stored under an Idempotency-Key, with its body sealed. */
export function sealedAnswer<Answer extends KeptAnswer>(answer: Answer, sealing: Sealing): Answer {
  return { ...answer, body: sealing.seal(answer.body) };
}

/**
 * The response as the caller gets it.
 *
 * @throws DomainError internal_error when the key that sealed it was removed
 */
export function openedAnswer<Answer extends KeptAnswer>(answer: Answer, sealing: Sealing): Answer {
  const body = sealing.open(answer.body);
  if (body !== undefined) return { ...answer, body };
  throw new DomainError(
    'internal_error',
    'An earlier request with this key was carried out. Its response cannot be shown again, because the key that sealed it was removed.',
    { details: [{ effect: 'unknown' }] },
  );
}
