import { type Kysely, sql } from 'kysely';
import type { DocumentType } from '../../../domain/documents/document-type';
import {
  type DocumentTransmission,
  isResponse,
  type Transmission,
} from '../../../domain/e-invoicing/transmission';
import type { Page, PageRequest } from '../../../ports/page';
import type {
  CompanyTransmission,
  ManagedTransmission,
  NumberedSend,
  SentPayload,
  TakenTransmission,
  TransmissionChange,
  TransmissionFilters,
  TransmissionRepository,
} from '../../../ports/e-invoicing/transmission-repository';
import type { TransmissionJob } from '../../../ports/job-queue';
import { inOneRoundTrip, pipelined } from '../connect';
import type { DB } from '../database';
import { rowsOf } from '../rows-of';
import { keysetPage } from '../page';
import { sortedBy } from '../sorted';
import { sendingNumbered } from './numbered-sends';
import { listOfAll, listOfCompany } from './transmission-lists';
import { type DocumentFields, SORTS, withDocument } from './transmission-rows';
import {
  COLUMNS,
  type Completed,
  completing,
  LOCK_DOCUMENT,
  PUT_BACK,
  storingDocuments,
  storingResponses,
  taking,
  type Wanted,
} from './transmission-statements';
import { bufferOf } from '../../../domain/values/bytes';

export class PostgresTransmissionRepository implements TransmissionRepository {
  constructor(private readonly db: Kysely<DB>) {}

  async insert(company_id: string, transmission: Transmission, payload: Uint8Array): Promise<void> {
    await this.db
      .insertInto('transmission')
      .values({
        ...transmission,
        company_id,
        attempts: JSON.stringify(transmission.attempts),
        payload: bufferOf(payload),
      })
      .execute();
  }

  async insertNumbered(company_id: string, send: NumberedSend): Promise<void> {
    await pipelined(this.db, await sendingNumbered(company_id, [send]));
  }

  find(company_id: string, message_id: string): Promise<Transmission | undefined> {
    return this.select(company_id).where('message_id', '=', message_id).executeTakeFirst();
  }

  async findPayload(company_id: string, message_id: string): Promise<Uint8Array | undefined> {
    const row = await this.db
      .selectFrom('transmission')
      .select('payload')
      .where('company_id', '=', company_id)
      .where('message_id', '=', message_id)
      .executeTakeFirst();
    return row?.payload;
  }

  findSent(company_id: string, document_id: string, message_id: string): Promise<SentPayload | undefined> {
    return this.selectSent(company_id, document_id).where('message_id', '=', message_id).executeTakeFirst();
  }

  findLatestSent(company_id: string, document_id: string): Promise<SentPayload | undefined> {
    // Uses the index transmission_of_document.
    return this.selectSent(company_id, document_id)
      .orderBy('created_at', 'desc')
      .orderBy('message_id', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  async readPayload(
    company_id: string,
    message_id: string,
    start: number,
    length: number,
  ): Promise<Uint8Array> {
    const { piece } = await this.db
      .selectFrom('transmission')
      .select(sql<Buffer>`substring(payload from ${start + 1}::integer for ${length}::integer)`.as('piece'))
      .where('company_id', '=', company_id)
      .where('message_id', '=', message_id)
      .executeTakeFirstOrThrow();
    return piece;
  }

  list(
    company_id: string,
    document_id: string,
    { updated_since }: { readonly updated_since?: Date | undefined },
    page: PageRequest,
  ): Promise<Page<Transmission>> {
    let query = this.select(company_id).where('document_id', '=', document_id);
    if (updated_since) query = query.where('updated_at', '>=', updated_since);
    return keysetPage(this.db, query, page, SORTS.times, 'message_id');
  }

  listOfCompany(company_id: string, page: PageRequest): Promise<Page<CompanyTransmission>> {
    return listOfCompany(this.db, company_id, page);
  }

  listOfAll(filters: TransmissionFilters, page: PageRequest): Promise<Page<ManagedTransmission>> {
    return listOfAll(this.db, filters, page);
  }

  async findCompany(message_id: string): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('transmission')
      .select('company_id')
      .where('message_id', '=', message_id)
      .executeTakeFirst();
    return row?.company_id;
  }

  // Uses the index transmission_pending.
  listUntouched(
    before: Date,
    { after, limit }: { readonly after: string | undefined; readonly limit: number },
  ): Promise<TransmissionJob[]> {
    return this.db
      .selectFrom('transmission')
      .select(['company_id', 'message_id'])
      .where('state', '=', sql.lit('pending'))
      .where('updated_at', '<', before)
      .$if(after !== undefined, (query) => query.where('message_id', '>', after!))
      .orderBy('message_id')
      .limit(limit)
      .execute();
  }

  findLatestOfNumber(
    company_id: string,
    { number, receiver, type }: { number: string; receiver: string; type: DocumentType | null },
  ): Promise<Transmission | undefined> {
    return (
      this.select(company_id)
        .where(sql`lower(receiver)`, '=', receiver.toLowerCase())
        // Numbers of own documents are unique.
        .where('document_id', '=', (db) =>
          db
            .selectFrom('document')
            .select('id')
            .where('company_id', '=', company_id)
            .where('number', '=', number)
            .where('journal_id', 'is not', null)
            .$if(type !== null, (query) => query.where('type', '=', type!)),
        )
        .orderBy('created_at', 'desc')
        .orderBy('message_id', 'desc')
        .limit(1)
        .executeTakeFirst()
    );
  }

  async take(company_id: string, message_id: string, now: Date): Promise<TakenTransmission | undefined> {
    return (await this.takeAll(company_id, [{ message_id, now }]))[0];
  }

  /**
   * Like `take` for several transmissions, in one statement; one that is wanted twice is taken by two statements, since
   * a statement updates a row once.
   *
   * @returns in the order of the arguments
   */
  async takeAll(company_id: string, wanted: readonly Wanted[]): Promise<(TakenTransmission | undefined)[]> {
    const isFirst = firstWith(wanted.map(({ message_id }) => message_id));
    const { rows } = await this.db.executeQuery(taking(company_id, wanted.filter(isFirst)));
    const taken = new Map(rows.map((row) => [row.message_id, row]));
    const again = wanted.filter((one, index) => !isFirst(one, index));
    const taken_again = again.length > 0 ? await this.takeAll(company_id, again) : [];
    return wanted.map((one, index) => {
      if (!isFirst(one, index)) return taken_again.shift();
      const row = taken.get(one.message_id);
      const payload = row?.payload == null ? null : Buffer.from(row.payload);
      return row && withDocument({ ...row, payload });
    });
  }

  async complete(company_id: string, taken: Transmission, payload: Uint8Array): Promise<boolean> {
    return (await this.completeAll(company_id, [{ taken, payload }]))[0]!;
  }

  /** Like `complete` for several transmissions, in one round trip. @returns in the order of the arguments */
  async completeAll(company_id: string, completed: readonly Completed[]): Promise<boolean[]> {
    const results = await sortedBy(
      completed,
      ({ taken }) => taken.message_id,
      (sorted) => {
        const [first, ...others] = sorted.map((one) => completing(company_id, one));
        return inOneRoundTrip(this.db, [first!], () => others);
      },
    );
    return results.map(({ rows }) => rows.length > 0);
  }

  async putBack(company_id: string, { message_id, generation }: Transmission): Promise<boolean> {
    return (await this.first(PUT_BACK, [company_id, message_id, generation])) !== undefined;
  }

  async lock(company_id: string, message_id: string): Promise<DocumentTransmission | undefined> {
    const document = await this.first<DocumentFields>(LOCK_DOCUMENT, [company_id, message_id]);
    if (!document) return undefined;
    const transmission = await this.select(company_id)
      .where('message_id', '=', message_id)
      .forUpdate()
      .executeTakeFirst();
    return transmission && withDocument({ ...transmission, ...document });
  }

  async saveAll(company_id: string, changes: readonly TransmissionChange[]): Promise<boolean[]> {
    const isFirst = firstWith(changes.map(({ before }) => before.document_id));
    const first = changes.filter(isFirst);
    const stored = new Set<TransmissionChange>();
    for (const of_responses of [false, true]) {
      const alike = first.filter(({ before }) => isResponse(before) === of_responses);
      if (alike.length === 0) continue;
      const storing = of_responses ? storingResponses : storingDocuments;
      const { rows } = await this.db.executeQuery(storing(company_id, alike));
      for (const { nth } of rows) stored.add(alike[nth - 1]!);
    }
    return changes.map((change, index) => isFirst(change, index) && stored.has(change));
  }

  private selectSent(company_id: string, document_id: string) {
    return this.db
      .selectFrom('transmission')
      .select(['message_id', 'state'])
      .select([
        sql<number>`length(payload)`.as('size'),
        sql<Buffer | null>`case when lacks_pdf then payload end`.as('incomplete'),
      ])
      .where('company_id', '=', company_id)
      .where('document_id', '=', document_id);
  }

  private select(company_id: string) {
    return this.db.selectFrom('transmission').select(COLUMNS).where('company_id', '=', company_id);
  }

  private async first<Row>(text: string, values: readonly unknown[]): Promise<Row | undefined> {
    return (await rowsOf<Row>(this.db, text, values))[0];
  }
}

/** @returns whether the item at an index is the first with its id: a statement updates a row once */
function firstWith(ids: readonly string[]): (_item: unknown, index: number) => boolean {
  return (_item, index) => ids.indexOf(ids[index]!) === index;
}
