/** A handler for `catch`: returns undefined for a missing file and rethrows every other error. */
export function unlessMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
