import path from 'node:path';
import { openSnapshot } from './adapters/postgres/backups/snapshot';
import { composeBackup } from './composition/backups';
import type { Config } from './config';
import { reachableDatabase, runProgram, say } from './settings';

/** `npm run backup -- FILE`: writes database and files into one archive, also while the service runs. */
async function backup(config: Config): Promise<void> {
  const [file, ...rest] = process.argv.slice(2);
  if (file === undefined || rest.length > 0)
    throw new Error('Usage: npm run backup -- FILE, such as invoicing-2026-07-01.tar.gz');
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort(new Error('The backup was interrupted. Nothing is left of it.'));
  // Not only once: npm forwards a signal that the terminal has already sent to the process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
  const database = await reachableDatabase(config);
  try {
    const snapshot = await openSnapshot(database.url);
    // A statement that waits for a lock would delay the end.
    interrupted.signal.addEventListener('abort', () => void snapshot.close());
    try {
      const report = await composeBackup(config).write(path.resolve(file), snapshot, interrupted.signal);
      say(
        `The backup ${file} is complete: ${report.rows} rows of ${report.tables} tables (migration ${report.migration}), and ${report.files} files with ${report.bytes_of_files} bytes.`,
      );
      if (report.deleted_meanwhile > 0)
        say(`${report.deleted_meanwhile} files were deleted while it was made, and are not in it.`);
      if (snapshot.foreign_tables.length > 0)
        say(`Tables that are not the service's are not in it: ${snapshot.foreign_tables.join(', ')}.`);
      say('It contains secrets, such as the key of the installation: keep it as safe as the database.');
      if (report.damaged.length > 0) {
        const shown = report.damaged.slice(0, 20).map(({ key, reason }) => `${key}: ${reason}`);
        throw new Error(
          `${report.damaged.length} files are not in the backup, since the file store does not have them as they were written:\n${shown.join('\n')}`,
        );
      }
    } finally {
      await snapshot.close();
    }
  } finally {
    await database.stop();
  }
}

runProgram(backup);
