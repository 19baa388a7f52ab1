const HOUR_S = 3600;

/** Pauses after the first failed attempt, the second, and so on, in seconds; the last one repeats. */
const AFTER_A_FAULT = [1, 5, 30, 120, 600, HOUR_S] as const;

/**
 * Pauses after an attempt with an unknown outcome. The first one is longer: the network may still be processing the
 * message, and a status query that comes too early would cause a second hand-over.
 */
const AFTER_AN_UNKNOWN_OUTCOME = [10, 30, 120, 600, HOUR_S] as const;

/** After this number of attempts, about three days, the transmission fails, so that the document shows the failure. */
const MAX_ATTEMPTS = 78;

/** Pauses between status queries for a message that the network has accepted. */
const BETWEEN_QUERIES = [1, 5, 10, 30, 60, 300, 900, HOUR_S] as const;
const MAX_QUERIES = 80;

/**
 * @param attempts - number of attempts so far, 1 or more
 * @returns seconds until the next attempt; null when no further attempt is made; never null with `outcome_unknown`
 */
export function retryPause(
  attempts: number,
  { outcome_unknown }: { readonly outcome_unknown: boolean },
): number | null {
  if (outcome_unknown) return nth(AFTER_AN_UNKNOWN_OUTCOME, attempts - 1);
  return attempts >= MAX_ATTEMPTS ? null : nth(AFTER_A_FAULT, attempts - 1);
}

/**
 * @param queries - number of status queries so far for a message that the network has accepted
 * @returns seconds until the next query; null when no further query is made, which is possible only with
 *   `for_ever: false`
 */
export function pollPause(queries: number, options: { readonly for_ever: false }): number | null;
export function pollPause(queries: number): number;
export function pollPause(queries: number, { for_ever = true }: { readonly for_ever?: boolean } = {}) {
  return !for_ever && queries >= MAX_QUERIES ? null : nth(BETWEEN_QUERIES, queries);
}

function nth(pauses: readonly number[], index: number): number {
  return pauses[Math.min(Math.max(index, 0), pauses.length - 1)]!;
}
