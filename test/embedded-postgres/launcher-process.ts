import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { typescriptLoader } from '../../src/adapters/workers/typescript-sources';

const LAUNCHER = join(__dirname, '../../src/adapters/embedded-postgres/embedded-postgres.ts');

/** Prints one line when the server runs (`url …`) or is refused (`error …`), and stays until it is killed. */
const PROGRAM = `
  const { startEmbeddedPostgres } = require(${JSON.stringify(LAUNCHER)});
  startEmbeddedPostgres({ data_dir: process.argv[1] }).then(
    (server) => console.log('url ' + server.url),
    (error) => console.log('error ' + error.message),
  );
`;

export interface LauncherProcess {
  readonly child: ChildProcess;
  /** The line that it prints. */
  readonly outcome: Promise<string>;
  kill(): Promise<void>;
}

/** A node process of its own that runs the launcher on a folder. */
export function launch(data_dir: string): LauncherProcess {
  const child = spawn(process.execPath, [...typescriptLoader(), '-e', PROGRAM, data_dir], {
    cwd: join(__dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  return {
    child,
    outcome: Promise.race([once(lines, 'line').then(([line]) => String(line)), exited.then(() => 'exited')]),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
