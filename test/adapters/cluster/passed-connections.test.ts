import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { typescriptLoader } from '../../../src/adapters/workers/typescript-sources';

test('A connection that a killed worker did not take is closed, and later ones are passed to the others', () => {
  const program = [...typescriptLoader(), path.join(__dirname, 'passing-process.ts')];
  const { stdout, stderr } = spawnSync(process.execPath, program, { encoding: 'utf8', timeout: 25_000 });
  expect(stderr).toBe('');
  const rounds = stdout.trim().split('\n');
  expect(new Set(rounds)).toEqual(new Set(['{"answered":42,"closed":1}']));
});
