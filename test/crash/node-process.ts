import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { typescriptLoader } from '../../src/adapters/workers/typescript-sources';

const PROGRAM = path.join(__dirname, 'crashing-node.ts');

/** A node that runs as a separate process. */
export interface NodeProcess {
  readonly url: string;
  /** The result since it was armed. */
  readonly steps: readonly string[];
  isAlive(): boolean;
  /** @param last_step - the one that kills it; 0: none does */
  arm(last_step: number): Promise<void>;
  kill(): Promise<void>;
}

/** A process that has loaded its code and waits: loading takes longest. */
export interface Spare {
  begin(): Promise<NodeProcess>;
  kill(): Promise<void>;
}

export function aSpare(env: Record<string, string>): Spare {
  const child = spawn(process.execPath, [...typescriptLoader(), PROGRAM], {
    cwd: path.join(__dirname, '../..'),
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.on('error', () => undefined); // it may die while it is told something
  const exited = once(child, 'exit');
  const steps: string[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    if (line.startsWith('step ')) steps.push(line.slice('step '.length));
  });
  const loaded = saying(lines, 'loaded', exited);
  loaded.catch(() => undefined); // it may never be needed
  const tell = async (line: string, prefix: string) => {
    const said = saying(lines, prefix, exited);
    child.stdin.write(`${line}\n`);
    return said;
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  return {
    kill,
    async begin() {
      await loaded;
      const url = (await tell('go', 'ready ')).slice('ready '.length);
      return {
        ...{ url, steps, kill },
        isAlive: () => isAlive(child),
        arm: async (last_step) => void (await tell(`arm ${last_step}`, 'armed')),
      };
    },
  };
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

async function saying(
  lines: ReturnType<typeof createInterface>,
  prefix: string,
  exited: Promise<unknown>,
): Promise<string> {
  const said = new Promise<string>((resolve) => {
    const look = (line: string) => {
      if (!line.startsWith(prefix)) return;
      lines.off('line', look);
      resolve(line);
    };
    lines.on('line', look);
  });
  const ended = exited.then(() => {
    throw new Error('The process ended.');
  });
  return Promise.race([said, ended]);
}
