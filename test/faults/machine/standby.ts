import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import type { ServerUser } from '../../../src/adapters/embedded-postgres/server-user';

/**
 * Copies a running server's files to where a standby can start on them, as `pg_basebackup` would.
 *
 * @param session - a superuser's, on the running server
 * @param from - its data directory
 * @param to - one that does not exist yet, in a folder that does
 */
export async function copyForStandby(
  session: Client,
  from: string,
  to: string,
  { uid, gid }: ServerUser,
): Promise<void> {
  await session.query(`select pg_backup_start('standby', true)`);
  await copyLive(from, to);
  const { rows } = await session.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(path.join(to, name), { force: true });
  const wal = path.join(to, 'pg_wal'); // it gets what it needs from the primary
  for (const name of await readdir(wal)) await rm(path.join(wal, name), { recursive: true });
  for (const [name, text] of [
    ['backup_label', rows[0]!.labelfile],
    ['standby.signal', ''],
  ] as const) {
    await writeFile(path.join(to, name), text);
    if (uid !== undefined) await chown(path.join(to, name), uid, gid ?? uid);
  }
  await chmod(to, 0o700);
}

/** Files come and go while the server runs; the backup's label takes care of that. */
async function copyLive(from: string, to: string): Promise<void> {
  const child = spawn('cp', ['-a', from, to], {
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  await once(child, 'close');
  const others = complaints
    .split('\n')
    .filter((line) => line !== '' && !line.endsWith('No such file or directory'));
  if (others.length > 0) throw new Error(`The database could not be copied: ${others[0]}`);
}
