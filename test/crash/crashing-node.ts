/**
 * A node of the service as a separate process, told over standard input what to do: `go` makes it begin; after
 * `arm 7` it kills itself at the seventh step from then on, after `arm 0` at none. It says what it comes to.
 */
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely, PostgresPoolClient } from 'kysely';
import { startServer } from '../../src/adapters/http/connections/server';
import { requestDeadlines } from '../../src/adapters/http/request-scope';
import { connect } from '../../src/adapters/postgres/connect';
import type { NamedStatements } from '../../src/adapters/postgres/connections/named-statements';
import type { DB } from '../../src/adapters/postgres/database';
import { PostgresIdempotency } from '../../src/adapters/postgres/idempotency/idempotency';
import { PostgresUnitsOfWork } from '../../src/adapters/postgres/units/units-of-work';
import { loadConfig } from '../../src/config';
import { composeOn } from '../../src/container';
import {
  API,
  CLOCK,
  type Container,
  DATABASE,
  DIRECTORY,
  get,
  IDEMPOTENCY,
  JOB_QUEUE,
  LOG,
  NETWORK,
  RECORDER,
  RENDERING,
  TRANSMISSION_WORKER,
  UNITS_OF_WORK,
} from '../../src/composition/keys';
import type { Settings } from '../../src/composition/binder';
import { DOCUMENT_TYPE_NAMES } from '../../src/domain/documents/document-type';
import { networkIdentifiers, RESPONSE_IDENTIFIERS } from '../../src/domain/e-invoicing/identifiers';
import type { EInvoiceNetwork, NetworkMessage } from '../../src/ports/e-invoicing/e-invoice-network';
import type { Origin } from '../../src/domain/events/event';
import type { UnitOfWork } from '../../src/ports/unit-of-work';
import { PDF } from '../support/sample-files';
import { hurry, put } from '../support/sending';
import { SilentLog } from '../support/silent-log';

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

/** The end of each statement that is a commit by itself. */
class CrashingUnitsOfWork extends PostgresUnitsOfWork {
  override open(origin?: Origin): UnitOfWork {
    const unit = super.open(origin);
    return {
      read: (work) => unit.read(work),
      statement: (work) => ended(unit.statement(work)),
      transaction: (work) => unit.transaction(work),
      sharedTransaction: (company_id, item, work) => unit.sharedTransaction(company_id, item, work),
      createDocument: (company_id, numbering, viewOf) =>
        ended(unit.createDocument(company_id, numbering, viewOf)),
      createRelation: (company_id, relation) => ended(unit.createRelation(company_id, relation)),
    };
  }
}

async function ended<T>(statement: Promise<T>): Promise<T> {
  const result = await statement;
  step('after a statement');
  return result;
}

/** Dies before a commit is sent, and after it is answered. */
class CrashingConnection {
  private keeps_answer = false;

  constructor(private readonly client: NamedStatements) {}

  async query(text: string, values: unknown[]): Promise<unknown> {
    this.notice(text);
    if (text !== 'commit') return this.client.query(text, values);
    step(`before ${this.the_commit}`);
    const result = await this.client.query(text, values);
    step(`after ${this.the_commit}`);
    return result;
  }

  /** The first statements are sent when the others are made. */
  async together(...[first, makeOthers]: Parameters<NamedStatements['together']>) {
    const results = await this.client.together(first, () => {
      const others = makeOthers();
      for (const { text } of [...first, ...others]) this.notice(text);
      step(`before ${this.the_commit}`);
      return others;
    });
    step(`after ${this.the_commit}`);
    return results;
  }

  release(): void {
    this.client.release();
  }

  private notice(text: string): void {
    if (text.includes('insert into idempotency_key')) this.keeps_answer = true;
  }

  private get the_commit(): string {
    return this.keeps_answer ? 'the commit of an answer that is kept' : 'a commit';
  }
}

function connectCrashing({ DATABASE_URL, DATABASE_POOL_SIZE }: Settings): Kysely<DB> {
  const options = { pool_size: DATABASE_POOL_SIZE, deadlines: requestDeadlines };
  return connect(DATABASE_URL, options, (pool) => ({
    ...pool,
    async connect() {
      const client = (await pool.connect()) as unknown as NamedStatements;
      return new CrashingConnection(client) as unknown as PostgresPoolClient;
    },
  }));
}

/** Work before a call belongs to the previous step. */
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

function makeCrash(container: Container, settings: Settings): void {
  const network = get(container, NETWORK);
  put(container, NETWORK, () => new CrashingNetwork(network));
  put(container, DATABASE, () => connectCrashing(settings));
  const units = new CrashingUnitsOfWork(get(container, DATABASE), get(container, RECORDER), requestDeadlines);
  put(container, UNITS_OF_WORK, () => units);
  put(
    container,
    IDEMPOTENCY,
    () => new PostgresIdempotency(get(container, DATABASE), units, get(container, CLOCK)),
  );
  const document_types = [
    ...DOCUMENT_TYPE_NAMES.flatMap((type) => networkIdentifiers(type)?.document_type ?? []),
    RESPONSE_IDENTIFIERS.document_type,
  ];
  put(container, DIRECTORY, () => ({
    async lookup() {
      step('after the look-up');
      return { kind: 'registered', document_types };
    },
  }));
  // A process that draws takes longer to start than the lease of a job is here.
  put(container, RENDERING, () => ({
    pdf: async () => PDF,
    facturX: async () => PDF,
    close: async () => {},
  }));
  hurry(container, 0.02);
}

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const settings = {
    ...config,
    DATABASE_URL: config.DATABASE_URL!,
    JWT_KEYS: config.JWT_KEYS!,
    MANAGEMENT_TOKEN: config.MANAGEMENT_TOKEN!,
  };
  const container = await composeOn(settings);
  put(container, LOG, () => new SilentLog());
  makeCrash(container, settings);
  await get(container, JOB_QUEUE).install();
  const begin = async () => {
    const server = await startServer(get(container, API), { host: '127.0.0.1', port: 0 });
    const [worker, units] = [get(container, TRANSMISSION_WORKER), get(container, UNITS_OF_WORK)];
    get(container, JOB_QUEUE).work((job) => worker.work(units.open(), job));
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
