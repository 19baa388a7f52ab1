import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until a condition is true. */
export async function until<T>(look: () => Promise<T | undefined | false>, patience_ms = 60_000): Promise<T> {
  for (const since = performance.now(); performance.now() - since < patience_ms; await sleep(20)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error('It did not come about in time.');
}
