import { cp, mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { REPOSITORY, type Scenario } from '../bench';
import { type Figure, spread } from '../figures';
import { startService } from '../service';

/** Files that a fresh clone does not have, and files that a start does not read. */
const LEFT_OUT = new Set(['.git', 'node_modules', 'dist', 'data', 'coverage', '.env']);

/** From the command to the first 200 of `/health/ready`, with the embedded database. */
export const start: Scenario = {
  name: 'start',
  async run(bench): Promise<Figure[]> {
    const first: number[] = [];
    const later: number[] = [];
    for (let round = 1; round <= bench.rounds; round++) {
      const clone = await cloneInto(path.join(bench.folder, `clone-${round}`));
      first.push(await readyAfter(clone));
      later.push(await readyAfter(clone));
      bench.note(`  round ${round}: ${first.at(-1)!.toFixed(2)} s, later ${later.at(-1)!.toFixed(2)} s`);
    }
    return [
      { name: 'npm start to ready, first', unit: 's', measured: spread(first), target: { at_most: 8 } },
      { name: 'npm start to ready, later', unit: 's', measured: spread(later), target: { at_most: 2 } },
    ];
  },
};

/** The working tree as a newcomer has it after `npm ci`: nothing built, no data. */
async function cloneInto(folder: string): Promise<string> {
  await mkdir(folder);
  await cp(REPOSITORY, folder, {
    recursive: true,
    filter: (source) => !LEFT_OUT.has(path.relative(REPOSITORY, source)),
  });
  await symlink(path.join(REPOSITORY, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

async function readyAfter(clone: string): Promise<number> {
  const service = await startService({ command: ['npm', 'start'], cwd: clone, folder: clone });
  await service.stop();
  return service.ready_after_ms / 1000;
}
