import { availableParallelism } from 'node:os';
import path from 'node:path';
import { type Account, createAccount } from './account';
import { type BenchDatabase, startDatabase } from './database';
import type { Figure } from './figures';
import { type Reference, startReference } from './reference';
import { type Service, startService } from './service';

export const REPOSITORY = path.join(__dirname, '..');

export interface BenchOptions {
  readonly rounds: number;
  /** Of each load, in each round. */
  readonly seconds: number;
  /** Where the service leaves CPU profiles when it ends. */
  readonly cpu_prof?: string | undefined;
}

/** What scenarios work with: everything that was started for this run. */
export interface Bench extends BenchOptions {
  /** Temporary, and gone after the run. */
  readonly folder: string;
  readonly cores: number;
  readonly database: BenchDatabase;
  /** Of the database that the service works on. */
  readonly service_database_url: string;
  readonly service: Service;
  readonly reference: Reference;
  readonly account: Account;
  /** Tells whoever waits what is under way. */
  note(text: string): void;
}

export interface Scenario {
  readonly name: string;
  run(bench: Bench): Promise<Figure[]>;
}

/** Loads come over this many connections. */
export const CONNECTIONS = 32;

export async function startBench(options: BenchOptions, folder: string, note: (text: string) => void): Promise<Bench> {
  const database = await startDatabase(folder, process.env['DATABASE_URL'] || undefined);
  const service_database_url = await database.create('service');
  const profiling = options.cpu_prof ? ['--cpu-prof', `--cpu-prof-dir=${path.resolve(options.cpu_prof)}`] : [];
  const service = await startService({
    command: [process.execPath, ...profiling, path.join(REPOSITORY, 'dist/main.js')],
    cwd: folder, // where no .env is
    folder: path.join(folder, 'service'),
    database_url: service_database_url,
  });
  const reference = await startReference({
    database_url: await database.create('reference'),
    jwt_secret: service.jwt_secret,
  });
  return {
    ...options,
    ...{ folder, database, service_database_url, service, reference, note },
    cores: availableParallelism(),
    account: await createAccount(service),
  };
}

export async function stopBench({ service, reference, database }: Bench): Promise<void> {
  await Promise.all([service.stop(), reference.stop()]);
  await database.stop();
}

/**
 * Measures the service and its limit in turn, which of them first changing from round to round: what disturbs the
 * machine, or slowly changes it, meets both.
 */
export async function rounds(
  bench: Bench,
  measure: () => Promise<number>,
  measureLimit: () => Promise<number>,
): Promise<{ measured: number; limit: number }[]> {
  const results = [];
  for (let round = 0; round < bench.rounds; round++) {
    if (round % 2 === 0) {
      const measured = await measure();
      results.push({ measured, limit: await measureLimit() });
    } else {
      const limit = await measureLimit();
      results.push({ measured: await measure(), limit });
    }
    const { measured, limit } = results.at(-1)!;
    bench.note(`  round ${round + 1}: ${measured.toFixed(1)} beside ${limit.toFixed(1)}`);
  }
  return results;
}
