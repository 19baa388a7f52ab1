import { CompiledQuery, type Kysely, sql } from 'kysely';
import { networkMembers } from '../../../domain/e-invoicing/peppol-status';
import type { DocumentType } from '../../../domain/documents/document-type';
import type { PeppolStatus } from '../../../domain/documents/lifecycle';
import type { Attempt, Settlement, Transmission } from '../../../domain/e-invoicing/transmission';
import type { Page, PageRequest } from '../../../ports/page';
import type {
  CompanyTransmission,
  SentPayload,
  TakenTransmission,
  TransmissionRepository,
} from '../../../ports/e-invoicing/transmission-repository';
import type { DB } from '../database';
import { keysetPage } from '../page';

const COLUMNS = [
  'message_id',
  'document_id',
  'state',
  'sender',
  'receiver',
  'document_type',
  'process',
  'sender_country',
  'lacks_pdf',
  'generation',
  'attempts',
  'created_at',
  'updated_at',
  'finished_at',
] as const;

const SORTS = {
  created_at: { column: 'created_at', type: 'timestamptz' },
  updated_at: { column: 'updated_at', type: 'timestamptz' },
} as const;

const COMPANY_SORTS = { created_at: { column: 'transmission.created_at', type: 'timestamptz' } } as const;

/** Bytes of a payload that comes along with its transmission: most have forty thousand, with their PDF. */
const SMALL = 131_072;

/** What the network has is only asked for from then on; anything else is another attempt. */
const TAKE = `
update transmission
set generation = generation + 1,
    updated_at = $3,
    attempts = case
      when state <> 'pending' or attempts -> -1 ->> 'outcome' = 'accepted' then attempts
      else attempts || jsonb_build_object('at', $4::text, 'outcome', 'started', 'message', null)
    end
where company_id = $1 and message_id = $2 and state in ('pending', 'sent', 'delivered')
returning ${COLUMNS.join(', ')}, length(payload) as payload_size,
  case when length(payload) <= ${SMALL} then payload end as payload`;

/**
 * The document is locked first: whoever locks document and transmission does it in this order. Of a document that was
 * marked as sent, status and date stay, as `networkMembers` has it.
 */
const SETTLE = `
with locked as (
  select id, sent_at from document where company_id = $1 and id = $12 for update
), settled as (
  update transmission t
  set state = $5::text, attempts = $6::jsonb, finished_at = $7, updated_at = $8
  from locked
  where t.company_id = $1 and t.message_id = $2 and t.document_id = locked.id
    and t.generation = $3 and t.state = $4::text
  returning t.document_id
), told as (
  update document d
  set status = case when d.marked_sent then d.status else $9 end,
      peppol_status = $5::text, peppol_error = $10::json,
      sent_at = case
        when d.marked_sent then d.sent_at
        when $11::timestamptz is not null then coalesce(locked.sent_at, $11)
      end,
      version = version + 1, updated_at = $8
  from settled, locked
  where d.company_id = $1 and d.id = settled.document_id
    and (d.peppol_status is distinct from $5::text or d.peppol_error::text is distinct from $10::json::text)
)
select document_id from settled`;

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
    // Through transmission_of_document.
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
    return keysetPage(query, page, SORTS, 'message_id');
  }

  listOfCompany(company_id: string, page: PageRequest): Promise<Page<CompanyTransmission>> {
    const query = this.db
      .selectFrom('transmission')
      .innerJoin('document', (join) =>
        join
          .onRef('document.company_id', '=', 'transmission.company_id')
          .onRef('document.id', '=', 'transmission.document_id'),
      )
      .select(COLUMNS.map((column) => `transmission.${column}` as const))
      .select(['document.number', 'document.type'])
      .where('transmission.company_id', '=', company_id)
      .$narrowType<{ state: PeppolStatus; attempts: readonly Attempt[]; type: DocumentType }>();
    return keysetPage(query, page, COMPANY_SORTS, 'transmission.message_id');
  }

  async findCompany(message_id: string): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('transmission')
      .select('company_id')
      .where('message_id', '=', message_id)
      .executeTakeFirst();
    return row?.company_id;
  }

  findLatestOfNumber(company_id: string, number: string): Promise<Transmission | undefined> {
    return this.select(company_id)
      .where('document_id', 'in', (db) =>
        db
          .selectFrom('document')
          .select('id')
          .where('company_id', '=', company_id)
          .where('number', '=', number)
          .where('journal_id', 'is not', null),
      )
      .orderBy('created_at', 'desc')
      .orderBy('message_id', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  take(company_id: string, message_id: string, now: Date): Promise<TakenTransmission | undefined> {
    return this.first(TAKE, [company_id, message_id, now, now.toISOString()]);
  }

  async complete(
    company_id: string,
    { message_id, generation }: Transmission,
    payload: Uint8Array,
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('transmission')
      .set({ payload: bufferOf(payload), lacks_pdf: false })
      .where('company_id', '=', company_id)
      .where('message_id', '=', message_id)
      .where('generation', '=', generation)
      .where('lacks_pdf', '=', true)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  async lock(company_id: string, message_id: string): Promise<Transmission | undefined> {
    const seen = await this.find(company_id, message_id);
    if (!seen) return undefined;
    await this.db
      .selectFrom('document')
      .select('id')
      .where('company_id', '=', company_id)
      .where('id', '=', seen.document_id)
      .forUpdate()
      .execute();
    // Read again: what was committed while the lock was waited for. From now on nobody takes it.
    return this.select(company_id).where('message_id', '=', message_id).forUpdate().executeTakeFirst();
  }

  async settle(
    company_id: string,
    { message_id, document_id, generation, state }: Transmission,
    settlement: Settlement,
    now: Date,
  ): Promise<boolean> {
    // What a document says that the network has just taken over; the statement keeps what it says already.
    const unsent = { sent_at: null, marked_sent: false };
    const told = networkMembers(settlement.state, settlement.error, unsent, now);
    const settled = await this.first(SETTLE, [
      ...[company_id, message_id, generation, state],
      ...[settlement.state, JSON.stringify(settlement.attempts), settlement.finished_at, now],
      ...[told.status, told.peppol_error && JSON.stringify(told.peppol_error), told.sent_at, document_id],
    ]);
    return settled !== undefined;
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
      .where('document_id', '=', document_id)
      .$narrowType<{ state: PeppolStatus }>();
  }

  private select(company_id: string) {
    return this.db
      .selectFrom('transmission')
      .select(COLUMNS)
      .where('company_id', '=', company_id)
      .$narrowType<{ state: PeppolStatus; attempts: readonly Attempt[] }>();
  }

  /** Constant texts, so that they are prepared once. */
  private async first<Row>(text: string, values: readonly unknown[]): Promise<Row | undefined> {
    const { rows } = await this.db.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
    return rows[0];
  }
}

/** The very bytes, not a copy. */
function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
