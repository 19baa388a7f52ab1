import type { Response } from '../request';

/** @returns a signal that aborts when the caller disconnects before the response */
export function closedSignal(res: Response): AbortSignal {
  const controller = new AbortController();
  if (res.destroyed) controller.abort();
  else res.once('close', () => controller.abort());
  return controller.signal;
}
