import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Bench, type Scenario, startBench } from './bench';
import { stopChildren } from './child';
import type { Figure } from './figures';
import { createInvoices } from './scenarios/create-invoices';
import { keyedCreation } from './scenarios/keyed-creation';
import { createRelations } from './scenarios/create-relations';
import { hostileInput } from './scenarios/hostile-input';
import { manyDocuments } from './scenarios/many-documents';
import { payments } from './scenarios/payments';
import { readDocument } from './scenarios/read-document';
import { refresh } from './scenarios/refresh';
import { relationLists } from './scenarios/relation-lists';
import { imports } from './scenarios/import';
import { events } from './scenarios/events';
import { rules } from './scenarios/rules';
import { sends } from './scenarios/sends';
import { start } from './scenarios/start';
import { tokensCold } from './scenarios/tokens-cold';
import { tokensWarm } from './scenarios/tokens-warm';
import { ubl } from './scenarios/ubl';
import { uploads } from './scenarios/uploads';
import { workers } from './scenarios/workers';
import { stopServices } from './service';
import { table } from './table';

const SCENARIOS: readonly Scenario[] = [
  tokensWarm,
  tokensCold,
  refresh,
  readDocument,
  createInvoices,
  keyedCreation,
  workers,
  payments,
  createRelations,
  relationLists,
  manyDocuments,
  events,
  sends,
  ubl,
  rules,
  imports,
  uploads,
  hostileInput,
  start,
];

const USAGE = `npm run bench -- [--rounds 3] [--seconds 5] [--only <scenario>]… [--documents 1000000] [--cpu-prof <folder>]
Scenarios: ${SCENARIOS.map(({ name }) => name).join(', ')}`;

async function main(): Promise<void> {
  const { scenarios, ...settings } = options();
  // Below /tmp, where the database's user can enter.
  const folder = await mkdtemp(path.join(tmpdir(), 'invoicing-bench-'));
  let bench: Bench | undefined;
  const end = async () => {
    await Promise.all([stopServices(), stopChildren()]);
    await bench?.database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void end().finally(() => process.exit(1)));
  }
  try {
    bench = await startBench(settings, folder, say);
    say(`\n${table(await runAll(bench, scenarios))}`);
  } finally {
    await end();
  }
}

/** A failing scenario does not prevent the others. */
async function runAll(bench: Bench, scenarios: readonly Scenario[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const scenario of scenarios) {
    say(scenario.name);
    try {
      figures.push(...(await scenario.run(bench)));
    } catch (error) {
      process.exitCode = 1;
      say(`  failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return figures;
}

function options() {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '5' },
      only: { type: 'string', multiple: true },
      documents: { type: 'string', default: '1000000' },
      'cpu-prof': { type: 'string' },
    },
  });
  const { only } = values;
  const unknown = only?.find((name) => !SCENARIOS.some((scenario) => scenario.name === name));
  if (unknown !== undefined) throw new Error(`There is no scenario ${unknown}.\n${USAGE}`);
  return {
    rounds: count(values.rounds),
    seconds: count(values.seconds),
    documents: documents(values.documents),
    cpu_prof: values['cpu-prof'],
    scenarios: only ? SCENARIOS.filter(({ name }) => only.includes(name)) : SCENARIOS,
  };
}

function count(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new Error(`A whole number from 1 to 999 was expected.\n${USAGE}`);
  return Number(text);
}

function documents(text: string): number {
  if (!/^[1-9]\d{0,2}00000$/.test(text))
    throw new Error(`A multiple of 100000, at most 99900000, was expected.\n${USAGE}`);
  return Number(text);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`, () => process.exit(1));
});
