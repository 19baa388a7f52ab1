import type { Request } from 'express';
import { DomainError } from '../../domain/errors';
import { requestScope } from './request-scope';

/** Of the time for an answer, what the work on it may take; the rest is for finding out what became of a commit. */
const WORK_SHARE = 7 / 8;
/** A timer that is later than this belongs to a process that was stopped. */
const STOPPED_MS = 1_000;
/** For such a process to read what came meanwhile. */
const CATCH_UP_MS = 1_500;

/**
 * Work that is not waited for longer than `answer_ms`, counted from the last byte of the request where the work reads
 * the body, so that every caller gets an answer. The work itself ends with the last statement that it sends in time.
 *
 * @throws DomainError internal_error after that time; what the work throws
 */
export function inTime<T>(
  req: Request,
  { answer_ms, reads_body }: { readonly answer_ms: number; readonly reads_body: boolean },
  work: () => Promise<T>,
): Promise<T> {
  const scope = requestScope.getStore();
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const begin = () => {
      const now = performance.now();
      if (scope) scope.deadline = now + answer_ms * WORK_SHARE;
      const expire = () => {
        if (performance.now() - now - answer_ms < STOPPED_MS) return reject(tooLate());
        timer = setTimeout(() => {
          // What was under way when the process stopped may have been committed.
          if (scope?.effect) scope.effect = 'unknown';
          reject(tooLate());
        }, CATCH_UP_MS);
      };
      timer = setTimeout(expire, answer_ms);
    };
    if (reads_body && !req.complete) req.once('end', begin);
    else begin();
    const settled = () => {
      clearTimeout(timer);
      req.off('end', begin);
    };
    work().then(
      (value) => {
        settled();
        resolve(value);
      },
      (error: Error) => {
        settled();
        reject(error);
      },
    );
  });
}

function tooLate(): DomainError {
  return new DomainError('internal_error', 'The answer took too long. Retry later.', { retry_after_s: 2 });
}
