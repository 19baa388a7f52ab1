import { availableParallelism } from 'node:os';
import path from 'node:path';
import { type Account, createAccount } from './account';
import { stopChildren } from './child';
import { type BenchDatabase, startDatabase } from './database';
import type { Figure } from './figures';
import { type ProcessorTime, processorTimeOf } from './processor-time';
import { type Reference, startReference } from './reference';
import { type Service, startService, stopServices } from './service';

export const REPOSITORY = path.join(__dirname, '..');

export interface BenchOptions {
  readonly rounds: number;
  /** Duration of each load in each round. */
  readonly seconds: number;
  /** How many documents `many-documents` makes, a multiple of 100,000. */
  readonly documents: number;
  /** Where the service leaves CPU profiles when it ends. */
  readonly cpu_prof?: string | undefined;
}

/** The processes and settings that scenarios use in this run. */
export interface Bench extends BenchOptions {
  /** A temporary folder that is deleted after the run. */
  readonly folder: string;
  readonly cores: number;
  readonly database: BenchDatabase;
  /** Of the database that the service works on. */
  readonly service_database_url: string;
  readonly service: Service;
  readonly reference: Reference;
  readonly account: Account;
  /** Prints progress. */
  readonly note: (text: string) => void;
}

export interface Scenario {
  readonly name: string;
  run(bench: Bench): Promise<Figure[]>;
}

/** Number of connections of a load. */
export const CONNECTIONS = 32;

export async function startBench(
  options: BenchOptions,
  folder: string,
  note: (text: string) => void,
): Promise<Bench> {
  const database = await startDatabase(folder, process.env['DATABASE_URL'] || undefined);
  try {
    const service_database_url = await database.create('service');
    const service = await startBuilt(options, folder, service_database_url);
    const reference = await startReference({
      database_url: await database.create('reference'),
      rows_url: service_database_url,
      jwt_secret: service.jwt_secret,
    });
    return {
      ...options,
      ...{ folder, database, service_database_url, service, reference, note },
      cores: availableParallelism(),
      account: await createAccount(service),
    };
  } catch (error) {
    await Promise.all([stopServices(), stopChildren()]);
    await database.stop();
    throw error;
  }
}

/** @param name - of the service's folder */
export function startBuilt(
  { cpu_prof }: BenchOptions,
  folder: string,
  database_url: string,
  { name = 'service', workers = 1 } = {},
): Promise<Service> {
  const profiling = cpu_prof ? ['--cpu-prof', `--cpu-prof-dir=${path.resolve(cpu_prof)}`] : [];
  return startService({
    command: [process.execPath, ...profiling, path.join(REPOSITORY, 'dist/main.js')],
    cwd: folder, // where no .env is
    folder: path.join(folder, name),
    database_url,
    workers,
  });
}

/** Measures operations per second with a load of the given duration in seconds. */
type Measure = (seconds: number) => Promise<number>;

const WARM_UP_S = 1;

/** A number of the service and of its limit, with the processor time of each operation. */
export interface Round {
  readonly measured: number;
  readonly limit: number;
  readonly time?: ProcessorTime | undefined;
  readonly limit_time?: ProcessorTime | undefined;
}

/**
 * Measures the service and its limit alternately, in an order that changes with each round. So disturbances of the
 * machine affect both. A short warm-up round before the first is not counted.
 */
export async function rounds(bench: Bench, measure: Measure, measureLimit: Measure): Promise<Round[]> {
  const timed = (one: Measure) => measuredWithTime(bench, one);
  const results: Round[] = [];
  await measure(WARM_UP_S);
  await measureLimit(WARM_UP_S);
  for (let round = 1; round <= bench.rounds; round++) {
    const before = round % 2 === 0 ? await timed(measureLimit) : undefined;
    const { per_second: measured, time } = await timed(measure);
    const { per_second: limit, time: limit_time } = before ?? (await timed(measureLimit));
    results.push({ measured, limit, time, limit_time });
    bench.note(`  round ${round}: ${measured.toFixed(1)} beside ${limit.toFixed(1)}`);
  }
  return results;
}

/** Measures a load with the processor time of each operation. */
export async function measuredWithTime(
  { database, seconds, service }: Bench,
  measure: Measure,
): Promise<{ readonly per_second: number; readonly time: ProcessorTime | undefined }> {
  const processes = { service: service.pid, postmaster: database.postmaster };
  let per_second = 0;
  const time = await processorTimeOf(processes, async () => {
    per_second = await measure(seconds);
    return per_second * seconds;
  });
  return { per_second, time };
}
