import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '../../../domain/errors';
import type { Deadlines } from '../../../ports/deadlines';
import { isRefusal } from '../failures';
import { forNoCompany } from './share-of-work';

/** The cause of an error when a statement was sent and its outcome is unknown. */
export class LostStatement extends Error {
  /**
   * @param until - by `performance.now()`: when the caller must have a response
   * @param awaitEnd - resolves with true when the server no longer executes the statement
   */
  constructor(
    cause: unknown,
    readonly until: number,
    readonly awaitEnd: () => Promise<boolean>,
  ) {
    super('The connection was lost while a statement was running.', { cause });
  }
}

const LOOK_AGAIN_MS = 100;

/**
 * Runs a single writing statement that is its own transaction. When the connection is lost, reads back whether the
 * statement took effect.
 *
 * @param readBack - finds what the statement would have stored; undefined when it stored nothing
 * @throws DomainError internal_error with `effect` `unknown` when the database could not be queried in time
 */
export async function decided<T>(
  run: () => Promise<T>,
  readBack: () => Promise<T | undefined>,
  deadlines: Deadlines,
): Promise<T> {
  const before = deadlines.setEffect('unknown');
  try {
    return await run();
  } catch (error) {
    const lost = (error as Error).cause;
    if (!(lost instanceof LostStatement)) {
      deadlines.setEffect(before);
      throw error;
    }
    const has_ended = await lost.awaitEnd();
    do {
      const found = await deadlines
        .within(lost.until, () => forNoCompany(readBack))
        .then(
          (result) => ({ result }),
          () => undefined, // the database is unavailable; the loop tries again
        );
      if (found?.result !== undefined) return found.result;
      if (found && has_ended) {
        deadlines.setEffect(before);
        throw error;
      }
      await sleep(LOOK_AGAIN_MS);
    } while (performance.now() < lost.until);
    throw inDoubt(error);
  }
}

/**
 * Runs a write that a batch executes. The request may end while the batch is stored, so its effect is unknown until the
 * write has certainly failed.
 *
 * @param write - returns undefined when nothing is stored
 */
export async function undecided<T>(deadlines: Deadlines, write: () => Promise<T>): Promise<T> {
  const before = deadlines.setEffect('unknown');
  try {
    const result = await write();
    if (result === undefined) deadlines.setEffect(before);
    return result;
  } catch (error) {
    if (!isInDoubt(error)) deadlines.setEffect(before);
    throw error;
  }
}

const in_doubt = new WeakSet<object>();

/** Whether an error was created by `inDoubt`. */
export function isInDoubt(error: unknown): boolean {
  return error instanceof DomainError && in_doubt.has(error);
}

/** The error for a write whose outcome could not be determined. */
export function inDoubt(cause: unknown): DomainError {
  const message =
    'The database does not answer, so it is not known whether this was stored. Check this before a retry.';
  const doubt = new DomainError('internal_error', message, {
    retry_after_s: 2,
    details: [{ effect: 'unknown' }],
  });
  doubt.cause = cause;
  in_doubt.add(doubt);
  return doubt;
}

/** The deadline passed before the statement was sent. */
export class NotSent extends Error {}

/** The commit was not sent, so nothing of the unit of work is stored. */
export function tooSlow(): DomainError {
  return new DomainError('internal_error', 'The database is too slow. Retry later.', { retry_after_s: 2 });
}

/** Whether the statement was sent and may have been executed: the error is not a refusal by the server. */
export function isLost(error: unknown): boolean {
  return !(error instanceof NotSent) && !isRefusal(error) && isBroken(error);
}

/**
 * Whether the connection is unusable. An error without SQLSTATE does not come from the server, so the connection's
 * state is unknown. Some of the server's errors would recur with every use: shutdown (57P), the server has become a
 * standby (25006), a transaction or session time-out (25P03, 25P04), a missing prepared statement (26000), or a changed
 * plan (0A000).
 */
export function isBroken(error: unknown): boolean {
  const { code } = error as { code?: string };
  return (
    code === undefined || !/^[0-9A-Z]{5}$/.test(code) || /^(08|57P|25006|25P0[34]|26000|0A000)/.test(code)
  );
}
