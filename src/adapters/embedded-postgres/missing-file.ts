/** For `catch`: a missing file is an answer (undefined), everything else is a failure. */
export function unlessMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
