import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** The user that runs the server, as options of a child process; empty for the current user. */
export interface ServerUser {
  readonly uid?: number;
  readonly gid?: number;
}

/** The uid of `nobody`, a user without rights. */
const NOBODY = 65534;

/**
 * PostgreSQL refuses to run as root. A process of root therefore starts it as the user `postgres` (`_postgres` on
 * macOS) if there is one, otherwise as `nobody`.
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
 * Whether the server's user can enter a folder. Tested by a child process of that user, because parent folders, groups
 * and access control lists decide too.
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
