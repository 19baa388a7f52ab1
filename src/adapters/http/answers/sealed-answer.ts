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

/** The response as the caller gets it. */
export function openedAnswer<Answer extends KeptAnswer>(answer: Answer, sealing: Sealing): Answer {
  const body = sealing.open(answer.body);
  if (body === undefined) throw new Error('The key that sealed the stored response is not configured.');
  return { ...answer, body };
}
