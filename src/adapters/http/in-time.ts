import type { Request } from './request';
import { DomainError } from '../../domain/errors';
import { requestScope } from './request-scope';

/** The share of the time limit that work may use. The rest is reserved for finding out the outcome of a commit. */
const WORK_SHARE = 7 / 8;
/** A timer that fires later than this, in milliseconds, means that the process was suspended. */
const STOPPED_MS = 1_000;
/**
 * How long a resumed process reads the input that arrived while it was suspended, in milliseconds. With the time limit
 * of an application it stays under the 10 s of api.md §1, so that only the suspension itself makes a response late.
 */
const CATCH_UP_MS = 300;

/**
 * Runs work with a time limit of `answer_ms`, if it is finite, counted from the last byte of the request when the work
 * reads the body. After the limit the caller gets an error; the work continues, but sends no further statement to the
 * database.
 *
 * @throws DomainError internal_error after the time limit; any error of the work
 */
export function inTime<T>(
  req: Request,
  { answer_ms, reads_body }: { readonly answer_ms: number; readonly reads_body: boolean },
  work: () => Promise<T>,
): Promise<T> {
  const scope = requestScope.get();
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const begin = () => {
      if (!Number.isFinite(answer_ms)) return;
      const now = performance.now();
      if (scope) scope.deadline = now + answer_ms * WORK_SHARE;
      const expire = () => {
        if (performance.now() - now - answer_ms < STOPPED_MS) return reject(tooLate());
        timer = setTimeout(() => {
          // A commit that was in progress when the process was suspended may have succeeded.
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
      if (!req.complete) req.off('end', begin);
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
  return new DomainError('internal_error', 'The response took too long. Retry later.', { retry_after_s: 2 });
}
