import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');

/** An installation of its own, since the build replaces `dist/`. */
let folder: string;
const inFolder = (name: string) => path.join(folder, name);
const build = () => {
  const { status, stderr } = spawnSync(process.execPath, [inFolder('scripts/build.mjs')], {
    encoding: 'utf8',
  });
  return { status, errors: stderr };
};
const compiled = () => readFileSync(inFolder('dist/main.js'), 'utf8');

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'invoicing-build-'));
  for (const copied of [
    'scripts/build.mjs',
    'src/adapters/console/views',
    'src/adapters/console/assets',
    'src/adapters/api/docs/assets',
    '.swcrc',
    'package-lock.json',
  ])
    cpSync(path.join(ROOT, copied), inFolder(copied), { recursive: true });
  writeFileSync(inFolder('src/main.ts'), 'export const made: string = "first";\n');
  symlinkSync(path.join(ROOT, 'node_modules'), inFolder('node_modules'));
  expect(build()).toEqual({ status: 0, errors: '' });
  expect(compiled()).toContain('first');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** As `npm prune --omit=dev` does, which also writes the lock file again, with the same content. */
function prune(): void {
  rmSync(inFolder('node_modules'));
  utimesSync(inFolder('package-lock.json'), new Date(), new Date());
}

describe('A build', () => {
  test('compiles changed sources', () => {
    writeFileSync(inFolder('src/main.ts'), 'export const made: string = "other";\n');
    expect(build()).toEqual({ status: 0, errors: '' });
    expect(compiled()).toContain('other');
  });

  test('does nothing without the compiler when nothing has changed', () => {
    prune();
    expect(build()).toEqual({ status: 0, errors: '' });
    expect(compiled()).toContain('first');
  });

  test('keeps what was compiled when sources have changed and the compiler is missing, and says what to do', () => {
    prune();
    writeFileSync(inFolder('src/main.ts'), 'export const made: string = "other";\n');
    expect(build()).toEqual({
      status: 1,
      errors:
        'dist/ does not have the present sources, and the compiler is not installed. Run: npm ci && npm run build && npm prune --omit=dev\n',
    });
    expect(compiled()).toContain('first');
  });

  test('keeps what was compiled when a source cannot be compiled', () => {
    writeFileSync(inFolder('src/main.ts'), 'export const made: string = ;\n');
    expect(build().status).toBe(1);
    expect(compiled()).toContain('first');
    expect(existsSync(inFolder('dist/.made-of'))).toBe(true);
  });
});
