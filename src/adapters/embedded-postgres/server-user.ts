import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** The user that runs the server, as options of a child process; empty: the user that runs us. */
export interface ServerUser {
  readonly uid?: number;
  readonly gid?: number;
}

/** `nobody`: has no rights anywhere. */
const NOBODY = 65534;

/**
 * PostgreSQL refuses to run as root. A root process therefore starts it as `postgres` (`_postgres` on macOS),
 * where there is such a user, else as `nobody`.
 */
export async function serverUser(): Promise<ServerUser> {
  if (!isRoot()) return {};
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const entry = /^_?postgres:[^:]*:(\d+):(\d+):/m.exec(passwd);
  return entry ? { uid: Number(entry[1]), gid: Number(entry[2]) } : { uid: NOBODY, gid: NOBODY };
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Whether the server's user can enter a folder. Asked by trying it as that user: folders above it, groups and
 * access control lists all have a say.
 */
export function canEnter(user: ServerUser, folder: string): Promise<boolean> {
  if (user.uid === undefined) return Promise.resolve(true);
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', 'test -x "$1/."', 'sh', folder], {
      ...user,
      cwd: '/',
      stdio: 'ignore',
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });
}
