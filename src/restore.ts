import path from 'node:path';
import { PostgresRestoredDatabase } from './adapters/postgres/backups/restored';
import { composeRestore } from './composition/backups';
import type { Settings } from './composition/binder';
import { get, JOURNALS, LOG_VERIFICATION, UNITS_OF_WORK } from './composition/keys';
import type { Config } from './config';
import { withContainer } from './container';
import { runProgram, say, settingsOf, startDatabase } from './settings';
import { inspect } from './use-cases/backups/inspection';
import type { RestoreReport } from './use-cases/backups/restore';

const USAGE =
  'Usage: npm run restore -- FILE [--without-keys], with a DATABASE_URL of an empty database, or a new DATA_DIR';
const MAX_SHOWN = 50;

/** `npm run restore -- FILE`: restores a backup into an empty database and the file store, and verifies it. */
async function restore(config: Config): Promise<void> {
  const given = process.argv.slice(2);
  const [file, ...rest] = given.filter((word) => word !== '--without-keys');
  if (file === undefined || rest.length > 0) throw new Error(USAGE);
  const embedded = config.DATABASE_URL === undefined ? await startDatabase(config) : undefined;
  try {
    const { settings } = settingsOf(config, config.DATABASE_URL ?? embedded!.url);
    await load(settings, path.resolve(file), given.includes('--without-keys'));
    await verify(settings);
  } finally {
    await embedded?.stop();
  }
}

async function load(settings: Settings, file: string, without_keys: boolean): Promise<void> {
  const restoring = composeRestore(settings);
  const read = await restoring.check(file);
  const { header } = read;
  say(`The backup of ${header.made_at} is complete and undamaged.`);
  const locked = restoring.lockedKeys(header);
  if (locked.length > 0) {
    const names = locked.map((key) => `"${key}"`).join(', ');
    if (!without_keys)
      throw new Error(
        `The secrets of webhooks in the backup are sealed with keys that WEBHOOK_KEYS and JWT_KEYS do not have: ${names}. Set the keys of the installation that made the backup (of a service without settings: copy secrets.json of its DATA_DIR into the new one). If they are lost, restore with --without-keys: every webhook then needs a new secret.`,
      );
    say(
      `The keys ${names} are missing: webhooks that they sealed send nothing until they have a new secret.`,
    );
  }
  const database = new PostgresRestoredDatabase(settings.DATABASE_URL);
  let report: RestoreReport;
  try {
    report = await restoring.load(file, read, database);
  } finally {
    await database.close();
  }
  say(`Restored ${report.rows} rows of ${report.tables} tables, and ${report.files} files.`);
  if (report.foreign.length > 0) say(`Left out, as it is not the service's: ${report.foreign.join(', ')}.`);
}

/** @throws Error that lists the faults */
async function verify(settings: Settings): Promise<void> {
  await withContainer(settings, async (container) => {
    const { companies, events, journals, faults } = await inspect(
      get(container, UNITS_OF_WORK),
      get(container, LOG_VERIFICATION),
      get(container, JOURNALS),
      new AbortController().signal,
    );
    const scope = `companies: ${companies}, events in their chains: ${events}, journals: ${journals}`;
    if (faults.length > 0)
      throw new Error(
        `The backup is restored. The verification of ${scope} found ${faults.length} faults:\n${faults.slice(0, MAX_SHOWN).join('\n')}`,
      );
    say(`Verified without a fault (${scope}).`);
  });
}

runProgram(restore);
