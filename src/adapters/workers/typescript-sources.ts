import path from 'node:path';

// Code that runs from its sources, under Jest and tsx, has workers in TypeScript. What was built needs none of this.

const SCRIPTS = path.join(__dirname, '../../../scripts');

/** Arguments by which a process loads TypeScript. It takes a fifth of the time that tsx takes to load. */
export function typescriptLoader(): string[] {
  return __filename.endsWith('.ts') ? ['--require', path.join(SCRIPTS, 'load-typescript.cjs')] : [];
}

/**
 * The file that a thread is started with. It may import packages only. It is compiled here, because the compiler ends the
 * process when a second thread loads it.
 *
 * @param file - as `require.resolve` names it
 */
export function threadFile(file: string): string {
  if (!file.endsWith('.ts')) return file;
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const compiled = require(path.join(SCRIPTS, 'compiled-typescript.cjs')) as (file: string) => string;
  return compiled(file);
}
