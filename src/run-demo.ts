import { migrateToLatest } from './adapters/postgres/migrations';
import type { Config } from './config';
import { withContainer } from './container';
import { demoText, seedDemo, seedDocuments } from './demo';
import { isEmpty } from './service';
import { reachableDatabase, runProgram, say, settingsOf } from './settings';

const MAX_DOCUMENTS = 1_000;

/**
 * `npm run demo`: creates the demo company and its client in the configured database, which must be empty, and prints
 * commands to paste into a shell. With `--documents N` it also creates invoices.
 */
async function demo(config: Config): Promise<void> {
  const documents = documentsOf(process.argv.slice(2));
  if (config.NODE_ENV === 'production')
    throw new Error('The demo is not for production: a demo company cannot be deleted.');
  const database = await reachableDatabase(config);
  try {
    await migrateToLatest(database.url);
    await withContainer(settingsOf(config, database.url).settings, async (container) => {
      if (!(await isEmpty(container)))
        throw new Error('There is a company already. The demo is for an empty database: create a new one.');
      const { company_id, ...client } = await seedDemo(container);
      if (documents > 0) await seedDocuments(container, company_id, documents);
      const { TLS_CERT_FILE, PORT } = config;
      say(demoText(`${TLS_CERT_FILE ? 'https' : 'http'}://localhost:${PORT}`, client));
    });
  } finally {
    await database.stop();
  }
}

/** @throws Error when the arguments are not `--documents N` */
function documentsOf(words: readonly string[]): number {
  if (words.length === 0) return 0;
  const [flag, count = '', ...rest] = words;
  const isCount = /^\d{1,4}$/.test(count) && Number(count) <= MAX_DOCUMENTS;
  if (flag !== '--documents' || !isCount || rest.length > 0)
    throw new Error(`Usage: npm run demo [-- --documents N], with N up to ${MAX_DOCUMENTS}`);
  return Number(count);
}

runProgram(demo);
