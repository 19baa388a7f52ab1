/**
 * A node of the service as a process of its own, told over standard input what to do: `go` makes it begin; after
 * `arm 7` it kills itself at the seventh step from then on, after `arm 0` at none. It says what it comes to.
 */
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { startServer } from '../../src/adapters/http/connections/server';
import type { DB } from '../../src/adapters/postgres/database';
import { PostgresUnitOfWork } from '../../src/adapters/postgres/unit-of-work';
import { loadConfig } from '../../src/config';
import {
  API,
  composeOn,
  type Container,
  DATABASE,
  DIRECTORY,
  get,
  JOB_QUEUE,
  LOG,
  NETWORK,
  RENDERING,
  TRANSMISSIONS,
  UNIT_OF_WORK,
} from '../../src/container';
import { DOCUMENT_TYPE_NAMES } from '../../src/domain/documents/document-type';
import { networkIdentifiers } from '../../src/domain/e-invoicing/identifiers';
import type { EInvoiceNetwork, NetworkMessage } from '../../src/ports/e-invoicing/e-invoice-network';
import type { Repositories } from '../../src/ports/unit-of-work';
import { aDocument } from '../support/documents';
import { hurry, put } from '../support/sending';

let steps = 0;
/** Undefined: steps are not counted yet. */
let last_step: number | undefined;

function step(name: string): void {
  if (last_step === undefined) return;
  steps += 1;
  say(`step ${steps} ${name}`);
  if (steps === last_step) die();
}

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  for (;;); // nothing more happens in this process
}

function say(line: string): void {
  writeSync(1, `${line}\n`);
}

type Work<T> = (repositories: Repositories) => Promise<T>;

/** Before a commit and after it; a statement by itself is one, too. */
class CrashingUnitOfWork extends PostgresUnitOfWork {
  override async statement<T>(work: Work<T>, readBack?: Work<T | undefined>): Promise<T> {
    const result = await super.statement(work, readBack);
    if (!this.isSurrounded) step('after a statement');
    return result;
  }

  override async transaction<T>(work: Work<T>): Promise<T> {
    if (this.isSurrounded) return super.transaction(work);
    const result = await super.transaction(async (repositories) => {
      const written = await work(repositories);
      step('before a commit');
      return written;
    });
    step('after a commit');
    return result;
  }

  override async around<T>(
    work: (trx: Transaction<DB>, inside: <R>(run: () => Promise<R>) => Promise<R>) => Promise<T>,
  ): Promise<T> {
    const result = await super.around(async (trx, inside) => {
      const written = await work(trx, inside);
      step('before the commit of an answer that is kept');
      return written;
    });
    step('after the commit of an answer that is kept');
    return result;
  }
}

/** What comes before a call is the end of the step before. */
class CrashingNetwork implements EInvoiceNetwork {
  constructor(private readonly network: EInvoiceNetwork) {}

  async send(message: NetworkMessage) {
    const answer = this.network.send(message);
    await sleep(60); // it is out, and not answered yet
    step('while a message is handed over');
    const result = await answer;
    step('after a message was handed over');
    return result;
  }

  async statusOf(message_id: string) {
    const result = await this.network.statusOf(message_id);
    step('after the network was asked');
    return result;
  }
}

function makeCrash(container: Container): void {
  const network = get(container, NETWORK);
  put(container, NETWORK, () => new CrashingNetwork(network));
  put(container, UNIT_OF_WORK, () => new CrashingUnitOfWork(get(container, DATABASE)));
  const document_types = DOCUMENT_TYPE_NAMES.flatMap((type) => networkIdentifiers(type)?.document_type ?? []);
  put(container, DIRECTORY, () => ({
    async lookup() {
      step('after the look-up');
      return { kind: 'registered', document_types };
    },
  }));
  hurry(container, 0.02);
}

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const container = await composeOn({
    ...config,
    DATABASE_URL: config.DATABASE_URL!,
    JWT_KEYS: config.JWT_KEYS!,
    MANAGEMENT_TOKEN: config.MANAGEMENT_TOKEN!,
  });
  get(container, LOG).winston.silent = true;
  makeCrash(container);
  await get(container, JOB_QUEUE).install();
  // A worker takes longer to start than the lease of a job is here.
  const input = { document: aDocument(), logo: null };
  await get(container, RENDERING).pdf('a company', input);
  const begin = async () => {
    const server = await startServer(get(container, API), { host: '127.0.0.1', port: 0 });
    get(container, JOB_QUEUE).work((job) => get(container, TRANSMISSIONS).work(job));
    say(`ready ${server.address}`);
  };
  createInterface({ input: process.stdin })
    .on('line', (line) => {
      if (line === 'go') return void begin();
      last_step = Number(line.split(' ')[1]);
      say('armed');
    })
    .on('close', die); // whoever started it is gone
  say('loaded');
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
