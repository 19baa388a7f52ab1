/**
 * Waits for work at most so long.
 *
 * @param limit_ms - from now, in milliseconds
 * @returns undefined when the work is not done by then; it is not stopped
 */
export async function doneWithin<T>(limit_ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limit_ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
