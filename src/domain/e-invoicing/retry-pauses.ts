const HOUR_S = 3600;

/** Seconds after the first attempt, the second …; the last one repeats. */
const AFTER_A_FAULT = [1, 5, 30, 120, 600, HOUR_S] as const;

/**
 * A message whose fate is unknown may still be on its way into the network: it is asked for when that is over, since a
 * network that does not know a message yet would be given it a second time.
 */
const AFTER_AN_UNKNOWN_OUTCOME = [10, 30, 120, 600, HOUR_S] as const;

/** About three days: whoever waits for the document should rather know. */
const MAX_ATTEMPTS = 78;

/** Until the network is asked again for a message that it has. */
const BETWEEN_QUESTIONS = [1, 5, 10, 30, 60, 300, 900, HOUR_S] as const;
const MAX_QUESTIONS = 80;

/**
 * @param attempts - made so far, 1 or more
 * @returns seconds; null: no further attempt, which is only for those that certainly failed
 */
export function retryPause(
  attempts: number,
  { outcome_unknown }: { readonly outcome_unknown: boolean },
): number | null {
  if (outcome_unknown) return nth(AFTER_AN_UNKNOWN_OUTCOME, attempts - 1);
  return attempts >= MAX_ATTEMPTS ? null : nth(AFTER_A_FAULT, attempts - 1);
}

/**
 * @param questions - asked so far about a message that the network has
 * @returns seconds; null: whatever may still be said of it, it is not waited for. Never null `for_ever`
 */
export function pollPause(questions: number, options: { readonly for_ever: false }): number | null;
export function pollPause(questions: number): number;
export function pollPause(questions: number, { for_ever = true }: { readonly for_ever?: boolean } = {}) {
  return !for_ever && questions >= MAX_QUESTIONS ? null : nth(BETWEEN_QUESTIONS, questions);
}

function nth(pauses: readonly number[], index: number): number {
  return pauses[Math.min(Math.max(index, 0), pauses.length - 1)]!;
}
