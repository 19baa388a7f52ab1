import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { typescriptLoader } from '../../../src/adapters/workers/typescript-sources';

test('A worker that cannot be started, or is killed while it starts, has ended; its primary process goes on', () => {
  const program = [process.execPath, ...typescriptLoader(), path.join(__dirname, 'launching-process.ts')];
  const { stdout, stderr } = spawnSync('/bin/sh', ['-c', 'ulimit -n 64; exec "$0" "$@"', ...program], {
    encoding: 'utf8',
    timeout: 25_000,
  });
  expect(stderr).toBe('');
  expect(stdout.trim().split('\n')).toEqual([
    'without file descriptors: spawn node EMFILE',
    'without a program: spawn node ENOENT',
    ...Array.from({ length: 5 }, () => 'killed while it starts: signal SIGKILL'),
    'without difficulties: ready',
  ]);
});
