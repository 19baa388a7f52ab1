import { type Kysely, sql } from 'kysely';
import { Client, escapeLiteral } from 'pg';
import { PostgresTokenRepository } from '../../src/adapters/postgres/access/token-repository';
import { connect } from '../../src/adapters/postgres/connect';
import type { DB } from '../../src/adapters/postgres/database';
import { PostgresDocumentRepository } from '../../src/adapters/postgres/documents/document-repository';
import { PostgresReceptionRepository } from '../../src/adapters/postgres/e-invoicing/reception-repository';
import { PostgresTransmissionRepository } from '../../src/adapters/postgres/e-invoicing/transmission-repository';
import { PostgresCheckpointRepository } from '../../src/adapters/postgres/events/checkpoint-repository';
import { PostgresEventHistory } from '../../src/adapters/postgres/events/event-history';
import { PostgresEventLog } from '../../src/adapters/postgres/events/event-log';
import { PostgresStoredLog } from '../../src/adapters/postgres/events/stored-log';
import { PostgresDeliveryQueue } from '../../src/adapters/postgres/events/webhooks/delivery-queue';
import { PostgresDeliveryRepository } from '../../src/adapters/postgres/events/webhooks/delivery-repository';
import { PostgresRelationRepository } from '../../src/adapters/postgres/master-data/relation-repository';
import type { DocumentTransmission } from '../../src/domain/e-invoicing/transmission';
import type { SettledDelivery } from '../../src/ports/events/webhooks/delivery-queue';
import { createDatabase, type TestDatabase } from './database';

export const COMPANY = '00000000-0000-7000-8000-000000000001';
const ROWS = 4_000;
/** Rows of all tables are numbered alike. The last one is the farthest from the beginning of an index. */
const idOf = (n: string) => `('00000000-0000-7000-9000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const ID = `00000000-0000-7000-9000-${ROWS.toString(16).padStart(12, '0')}`;
const FIRST_ID = `00000000-0000-7000-9000-${'1'.padStart(12, '0')}`;
const FIRST = { message_id: FIRST_ID, document_id: FIRST_ID };
const NOW = new Date('2026-07-01');
const SENDER = { electronic_address: null, vat: `BE${ROWS}`, identifiers: [] };
const PAGE = { sort: '-created_at', limit: 50 };
const ANY_TIME = { since: new Date(0) };
const SENT = {
  message_id: ID,
  document_id: ID,
  document_type: 'd',
  generation: 1,
  state: 'sent',
  attempts: [],
  finished_at: null,
  updated_at: NOW,
  document: {
    version: 1,
    status: 'sent',
    peppol_status: 'sent',
    peppol_error: null,
    sent_at: NOW,
    updated_at: NOW,
  },
} as unknown as DocumentTransmission;
const SETTLED = { ...SENT, document: { ...SENT.document, version: 2 } };

const ATTEMPT = { at: NOW.toISOString(), status: 200, error: null, duration_ms: 1 };
const DELIVERED = {
  id: ID,
  attempt: ATTEMPT,
  attempts_before: 0,
  state: 'delivered',
  next_attempt_at: null,
} as unknown as SettledDelivery;

/** Each looks up rows by their keys, or lists a page. */
export const OPERATIONS: Readonly<Record<string, (db: Kysely<DB>) => Promise<unknown>>> = {
  'reading a document': (db) => new PostgresDocumentRepository(db).find(COMPANY, ID),
  'a list of documents': (db) => new PostgresDocumentRepository(db).list(COMPANY, {}, PAGE),
  'a list of documents with a type': (db) =>
    new PostgresDocumentRepository(db).list(COMPANY, { type: 'invoice' }, PAGE),
  'a list of documents with a number': (db) =>
    new PostgresDocumentRepository(db).list(COMPANY, { number: `J${ROWS}` }, PAGE),
  'a list of documents with an external id': (db) =>
    new PostgresDocumentRepository(db).list(COMPANY, { external_id: `own-${ROWS}` }, PAGE),
  'a list of the transmissions of a company': (db) =>
    new PostgresTransmissionRepository(db).listOfCompany(COMPANY, PAGE),
  'a list of all transmissions': (db) => new PostgresTransmissionRepository(db).listOfAll({}, PAGE),
  'a list of all transmissions of a company': (db) =>
    new PostgresTransmissionRepository(db).listOfAll({ company_id: COMPANY }, PAGE),
  'a list of the transmissions of a document': (db) =>
    new PostgresTransmissionRepository(db).list(COMPANY, ID, {}, PAGE),
  'the beginning of an attempt to send': (db) =>
    new PostgresTransmissionRepository(db).take(COMPANY, ID, NOW),
  'the beginnings of a new and an old attempt to send': (db) =>
    new PostgresTransmissionRepository(db).takeAll(COMPANY, [
      { message_id: ID, now: NOW },
      { message_id: FIRST_ID, now: NOW },
    ]),
  'the end of an attempt to send': (db) =>
    new PostgresTransmissionRepository(db).saveAll(COMPANY, [{ before: SENT, after: SETTLED }]),
  'the ends of a new and an old attempt to send': (db) =>
    new PostgresTransmissionRepository(db).saveAll(COMPANY, [
      { before: SENT, after: SETTLED },
      { before: { ...SENT, ...FIRST }, after: { ...SETTLED, ...FIRST } },
    ]),
  'the transmission that a status message is about': (db) =>
    new PostgresTransmissionRepository(db).findLatestOfNumber(COMPANY, {
      number: `J${ROWS}`,
      receiver: `0088:${ROWS}`,
      type: 'invoice',
    }),
  'the sender of a received document': (db) =>
    new PostgresReceptionRepository(db).findRelations(COMPANY, [SENDER]),
  'the document that a sender has sent before': (db) =>
    new PostgresReceptionRepository(db).findSame(COMPANY, [
      { sender: SENDER, type: 'purchase_invoice', number: `R${ROWS}`, issue_date: '2024-01-01' },
    ]),
  'the relation that has an identity': (db) =>
    new PostgresRelationRepository(db).findHolders(COMPANY, [{ kind: 'vat', value: `BE${ROWS}` }]),
  'a sign-in': (db) => new PostgresTokenRepository(db).findAllSecrets([ID]),
  'the outcome of a delivery to a webhook': (db) =>
    new PostgresDeliveryQueue(db).settle(
      { company_id: COMPANY, webhook_id: ID },
      ID,
      [DELIVERED],
      undefined,
      NOW,
    ),
  'a list of the deliveries to a webhook': (db) =>
    new PostgresDeliveryRepository(db).list(COMPANY, ID, ANY_TIME, PAGE),
  'a list of the deliveries to a webhook by their last change': (db) =>
    new PostgresDeliveryRepository(db).list(COMPANY, ID, ANY_TIME, { ...PAGE, sort: '-updated_at' }),
  'a list of events after a position': (db) => new PostgresEventLog(db).page(COMPANY, 100, PAGE.limit, {}),
  'a list of events of some types': (db) =>
    new PostgresEventLog(db).page(COMPANY, 100, PAGE.limit, { types: ['document.created'] }),
  'a list of events of a resource': (db) =>
    new PostgresEventLog(db).page(COMPANY, 100, PAGE.limit, { resource_id: 'x' }),
  'a list of events before a position': (db) =>
    new PostgresEventHistory(db).before(COMPANY, ROWS, PAGE.limit, undefined),
  'a list of links of the chain': (db) => new PostgresEventLog(db).links(COMPANY, 100, PAGE.limit),
  'a list of events to verify': (db) => new PostgresStoredLog(db).rows(COMPANY, 100, ROWS, PAGE.limit),
  'the companies whose checkpoint is due': (db) =>
    new PostgresCheckpointRepository(db).companiesDue('2026-07-01', 10, undefined),
};

type Scalar = string | number | Date | null;

interface NamedStatement {
  readonly name: string;
  readonly values: readonly (Scalar | readonly Scalar[])[];
}

/** What an operation reads, once. */
interface Reading {
  readonly buffers: number;
  /** Tables that are read as a whole. */
  readonly scanned: readonly string[];
}

/** The operations on one connection, which keeps the plans of their statements. */
export class PlannedOperations {
  private readonly recorded = new Map<string, readonly NamedStatement[]>();

  private constructor(readonly db: Kysely<DB>) {}

  /**
   * Runs each operation once.
   *
   * @param mode - `plan_cache_mode` of PostgreSQL
   */
  static async record(database: TestDatabase, mode: string): Promise<PlannedOperations> {
    const url = new URL(database.url);
    url.searchParams.set('options', `-c plan_cache_mode=${mode}`);
    const planned = new PlannedOperations(connect(url.toString(), { pool_size: 1 }));
    for (const [name, run] of Object.entries(OPERATIONS)) {
      planned.recorded.set(name, await statementsOf(planned.db, run));
    }
    return planned;
  }

  /** Runs the operation with the plans that the connection has; its changes are rolled back. */
  async read(operation: string): Promise<Reading> {
    let buffers = 0;
    const scanned: string[] = [];
    const transaction = await this.db.startTransaction().execute();
    try {
      for (const { name, values } of this.recorded.get(operation)!) {
        const { rows } = await sql
          .raw<Explained>(
            `explain (analyze, buffers, format json) execute ${name} (${values.map(literal).join(', ')})`,
          )
          .execute(transaction);
        const plan = rows[0]!['QUERY PLAN'][0].Plan;
        scanned.push(...scannedTables(plan));
        buffers += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      }
    } finally {
      await transaction.rollback().execute();
    }
    return { buffers, scanned };
  }
}

/** Tables that `filling`, `received` and `CLIENTS` give many rows. */
export const LARGE_TABLES: ReadonlySet<string> = new Set([
  ...['document', 'relation', 'relation_identity', 'transmission', 'reception'],
  ...['event', 'webhook_delivery', 'client', 'failed_attempt'],
]);

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}
interface Explained {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: Plan }];
}

function scannedTables({ Plans = [], ...plan }: Plan): string[] {
  const own = plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name']!] : [];
  return [...own, ...Plans.flatMap(scannedTables)];
}

/** @returns the statements that the operation executed */
async function statementsOf(
  db: Kysely<DB>,
  run: (db: Kysely<DB>) => Promise<unknown>,
): Promise<NamedStatement[]> {
  const query = jest.spyOn(Client.prototype, 'query');
  try {
    await run(db);
    return query.mock.calls.flatMap(([statement]) => {
      const { name, values } = statement as unknown as Partial<NamedStatement>;
      return name === undefined ? [] : [{ name, values: values! }];
    });
  } finally {
    query.mockRestore();
  }
}

function literal(value: NamedStatement['values'][number]): string {
  if (value === null) return 'null';
  if (value instanceof Date) return escapeLiteral(value.toISOString());
  // The quotes and escapes of an array's elements are those of JSON.
  const elements = (members: readonly Scalar[]) => members.map((member) => JSON.stringify(member));
  return escapeLiteral(typeof value === 'object' ? `{${elements(value).join(',')}}` : String(value));
}

/** A database in which no table is analyzed. */
export async function unanalyzedDatabase(): Promise<TestDatabase> {
  const database = await createDatabase();
  await database.run(`do $$ declare t record; begin
    for t in select tablename from pg_tables where schemaname = 'public' loop
      execute format('alter table %I set (autovacuum_enabled = false)', t.tablename);
    end loop;
  end $$`);
  return database;
}

const N_ROWS = `from generate_series(1, ${ROWS}) n`;
const TIME = `timestamptz '2024-01-01' + n * interval '1 hour'`;
/** Without a head, no statement reads a page of events. */
export const headOf = (company: string) =>
  `insert into event_head (company_id, position, hash) values ('${company}', ${ROWS}, repeat('0', 64))`;
export const filling = (company: string) => [
  `insert into company (id, name, currency, language, timezone, self_billing_enabled, embed_pdf, created_at, updated_at)
   values ('${company}', 'C', 'EUR', 'en', 'Europe/Brussels', false, true, now(), now())`,
  `insert into relation (company_id, id, type, name, sort_name, search_name, vat, created_at, updated_at)
   select '${company}', ${idOf('n')}, 'company', 'R', 'R', 'R', 'BE' || n, ${TIME}, ${TIME} ${N_ROWS}`,
  `insert into journal (company_id, id, code, name, category, sequence_scope, number_format, number_pattern,
     first_number, first_period, active, created_at, updated_at)
   values ('${company}', ${idOf('1')}, 'J', 'J', 'sales', 'continuous', 'J{seq}', 'J', 1, '', false, now(), now())`,
  `insert into numbering_sequence values ('${company}', ${idOf('1')}, '', ${ROWS}, '2026-01-01')`,
  `insert into document (company_id, id, type, journal_id, period, sequence_number, number, status, accounting_status,
     peppol_status, payment_status, relation_id, issue_date, currency, language, payment_reference_made, seller, buyer,
     lines, allowance_charges, vat_breakdown, totals, external_id, created_at, updated_at)
   select '${company}', ${idOf('n')}, 'invoice', ${idOf('1')}, '', n, 'J' || n, 'sent', 'pending', 'sent', 'unpaid',
     ${idOf('n')}, '2024-01-01', 'EUR', 'en', false, json_build_object('name', repeat('x', 300)), '{"name": "C"}', '[]',
     '[]', '[]', '{}', 'own-' || n, ${TIME}, ${TIME} ${N_ROWS}`,
  `insert into transmission (company_id, message_id, document_id, state, sender, receiver, document_type, process,
     sender_country, payload, lacks_pdf, generation, attempts, created_at, updated_at)
   select '${company}', ${idOf('n')}, ${idOf('n')}, 'sent', '0208:0', '0088:' || n, 'd', 'p', 'BE', '', false, 1, '[]',
     ${TIME}, ${TIME} ${N_ROWS}`,
  `insert into relation_identity select '${company}', 'vat', 'BE' || n, ${idOf('n')} ${N_ROWS}`,
  `insert into webhook (company_id, id, client_id, url, types, active, sealed_secret, version, created_at, updated_at)
   values ('${company}', '${ID}', '${ID}', 'https://example.com', '{}', true, 's', 1, now(), now())`,
  `insert into webhook_progress (company_id, webhook_id, position, worker_id) values ('${company}', '${ID}', 0, '${ID}')`,
  `insert into webhook_delivery (company_id, webhook_id, id, event_id, type, position, body, state, attempts,
     next_attempt_at, created_at, updated_at)
   select '${company}', '${ID}', ${idOf('n')}, ${idOf('n')}, 'document.created', n, '{}', 'pending', '[]', ${TIME},
     ${TIME}, ${TIME} ${N_ROWS}`,
  `insert into event (company_id, position, id, type, resource_id, content, hash, body)
   select '${company}', n, ${idOf('n')}, 'document.created', case when n % 40 = 0 then 'x' else 'x' || n end, '', '',
     repeat('x', 1000) ${N_ROWS}`,
  `insert into event_checkpoint (company_id, position, day, at, hash, key_id, signature)
   values ('${company}', 1, '2024-01-01', now(), 'x', 'x', 'x')`,
];
/** Received documents of a company that has its own ones. */
export const received = (company: string) => [
  `insert into document (company_id, id, type, number, status, accounting_status, payment_status, relation_id, issue_date,
     currency, language, payment_reference_made, seller, buyer, lines, allowance_charges, vat_breakdown, totals, created_at,
     updated_at)
   select '${company}', ${idOf(`${ROWS} + n`)}, 'purchase_invoice', 'R' || n, 'received', 'pending', 'unpaid', ${idOf('n')},
     '2024-01-01', 'EUR', 'en', false, '{"name": "S"}', '{"name": "C"}', '[]', '[]', '[]', '{}', ${TIME}, ${TIME} ${N_ROWS}`,
  `insert into reception (company_id, document_id, content_type, size, sha256, key, sender_vat_key, sender_identifier_keys)
   select '${company}', ${idOf(`${ROWS} + n`)}, 'application/xml', 1, repeat('0', 64), 'k' || n, 'BE${ROWS}', '{}' ${N_ROWS}`,
];
export const CLIENTS = [
  `insert into client (client_id, company_id, name, secret_hash, permissions, active, created_at, updated_at)
   select ${idOf('n')}, '${COMPANY}', 'C', 'x', '{}', true, ${TIME}, ${TIME} ${N_ROWS}`,
  `insert into failed_attempt (client_id, window_started_at, count) select ${idOf('n')}, ${TIME}, 1 ${N_ROWS}`,
];

/** Rows that an operation looks up by their key: a page and one row more, or a few. */
export const rowsOf = (operation: string) => (operation.startsWith('a list of') ? PAGE.limit + 1 : 2);
