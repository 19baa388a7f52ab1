import { type Kysely, sql } from 'kysely';
import type { Company, Language } from '../../../domain/master-data/company';
import { listedKeys, type PartyKeys } from '../../../domain/e-invoicing/addressing';
import type { SentDocument } from '../../../domain/e-invoicing/received-together';
import type {
  InboundMessage,
  Receiver,
  ReceptionRepository,
  StatusMessageFile,
  StoredReception,
} from '../../../ports/e-invoicing/reception-repository';
import { forCompany, forNoCompany } from '../connections/share-of-work';
import { COMPANY_COLUMNS } from '../master-data/company-repository';
import type { DB } from '../database';
import { rowsOf } from '../rows-of';
import { bufferOf } from '../../../domain/values/bytes';

const FIND_PARTICIPANT = `select company_id from network_participant where electronic_address = $1`;

/** Locks the rows in a fixed order, so that receptions of two documents of the same sender cannot deadlock. */
const LOCK_SENDERS = `
insert into received_sender as s (company_id, kind, value)
select distinct $1::uuid, kind, value from unnest($2::text[], $3::text[]) as key (kind, value) order by kind, value
on conflict (company_id, kind, value) do update set kind = s.kind
returning true`;

/** The relations of a sender by one kind of key. `offset 0` keeps the planner from scanning along the sort. */
const relationsBy = (rank: number, condition: string) => `
    (select id, language, ${rank} as rank, created_at from relation where company_id = $1 and ${condition} offset 0)`;

/** $2: the keys of the senders. */
const FIND_RELATIONS = `
select s.ordinality::integer as nth, r.id, r.language
from company c
cross join rows from (json_to_recordset($2::json) as (electronic_address text, vat text, identifiers text[]))
  with ordinality as s
cross join lateral (
  select id, language from (${[
    relationsBy(1, 'electronic_address_key = s.electronic_address'),
    relationsBy(2, 'vat_key = s.vat'),
    relationsBy(3, 'identifier_key = any(s.identifiers)'),
  ].join(' union all')}
  ) found order by rank, created_at, id limit 1
) r
where c.id = $1`;

/**
 * The number is compared twice, so that either of the two indexes of received numbers finds the few documents that have
 * it. While the statistics know of no received document, the planner cannot tell which index is better. `offset 0`
 * keeps it from the indexes of other columns, and `limit` from a join.
 *
 * $2: the documents with the keys of their senders.
 */
const FIND_SAME = `
select s.ordinality::integer as nth, d.id
from company c
cross join rows from (json_to_recordset($2::json) as (
  type text, number text, issue_date date, electronic_address text, vat text, identifiers text[]
)) with ordinality as s
cross join lateral (
  select d.id
  from (
    select id, type, issue_date, created_at from document
    where company_id = $1 and journal_id is null
      and number = s.number and folded_case(number) collate "C" = folded_case(s.number)
    offset 0
  ) d
  cross join lateral (
    select from reception r
    where r.company_id = $1 and r.document_id = d.id
      and (r.sender_electronic_address_key = s.electronic_address or r.sender_vat_key = s.vat
        or r.sender_identifier_keys && s.identifiers)
    limit 1
  ) r
  where d.type = s.type and d.issue_date = s.issue_date
  order by d.created_at, d.id
  limit 1
) d
where c.id = $1`;

const INSERT = `
insert into reception (company_id, document_id, content_type, size, sha256, key, type_code,
  sender_electronic_address_key, sender_vat_key, sender_identifier_keys)
select $1, document_id, content_type, size, sha256, key, type_code,
  sender_electronic_address_key, sender_vat_key, sender_identifier_keys
from json_populate_recordset(null::reception, $2::json)
returning true`;

/** Inserts messages in a fixed order, so that two transactions cannot deadlock. */
const INSERT_MESSAGES = `
insert into network_inbound_message (company_id, message_id, document_id, received_at, content)
select $1, message_id, document_id, $5::timestamptz, content
from unnest($2::text[], $3::uuid[], $4::bytea[]) with ordinality as m (message_id, document_id, content, nth)
order by message_id, nth
on conflict (company_id, message_id) do nothing
returning message_id, document_id`;

/**
 * $1: the company. $2: the ids of the messages. Their `limit` keeps the statement from being planned anew for each
 * execution, as in `FIND` of documents.
 */
const MESSAGES = `
(select id from unnest($2::text[]) as ids (id) limit cardinality($2::text[])) as q
cross join lateral (
  select document_id from network_inbound_message where company_id = $1 and message_id = q.id limit 1
) m`;

const FIND_MESSAGES = `
select q.id as message_id, m.document_id from company c cross join ${MESSAGES} where c.id = $1`;

/** The documents of the messages that are known, by their ids. */
const FIND_RECEIVER = `
select ${COMPANY_COLUMNS.join(', ')}, (select json_object_agg(q.id, m.document_id) from ${MESSAGES}) as documents
from company where company.id = $1`;

export class PostgresReceptionRepository implements ReceptionRepository {
  constructor(private readonly db: Kysely<DB>) {}

  async findCompany(electronic_address: string): Promise<Company | undefined> {
    return (await this.findAddressee(electronic_address, []))?.company;
  }

  async findReceiver(electronic_address: string, message_id: string): Promise<Receiver | undefined> {
    const found = await this.findAddressee(electronic_address, [message_id]);
    return found && { company: found.company, document_id: found.documents.get(message_id) };
  }

  /**
   * Runs two statements, because on a cluster companies and addresses are on different servers. Outside of a
   * transaction only the second takes a connection from the share of the company, which the first finds.
   *
   * @returns the company with the address, and the documents of those messages that it received before, by message id
   */
  protected async findAddressee(electronic_address: string, message_ids: readonly string[]) {
    const [participant] = await forNoCompany(() =>
      rowsOf<{ company_id: string }>(this.db, FIND_PARTICIPANT, [electronic_address.toLowerCase()]),
    );
    if (!participant) return undefined;
    const { company_id } = participant;
    const [found] = await forCompany(company_id, () =>
      rowsOf<Company & { documents: Record<string, string> | null }>(this.db, FIND_RECEIVER, [
        ...[company_id, message_ids],
      ]),
    );
    if (!found) return undefined;
    const { documents, ...company } = found;
    return { company, documents: new Map(Object.entries(documents ?? {})) };
  }

  async lockSenders(company_id: string, senders: readonly PartyKeys[]): Promise<void> {
    const keys = senders.flatMap(listedKeys);
    await rowsOf(this.db, LOCK_SENDERS, [
      company_id,
      keys.map(({ kind }) => kind),
      keys.map(({ value }) => value),
    ]);
  }

  async findRelations(company_id: string, senders: readonly PartyKeys[]) {
    const rows = await rowsOf<{ nth: number; id: string; language: Language | null }>(
      this.db,
      FIND_RELATIONS,
      [company_id, JSON.stringify(senders)],
    );
    const found = new Map(rows.map(({ nth, ...relation }) => [nth, relation]));
    return senders.map((_, index) => found.get(index + 1));
  }

  async findSame(company_id: string, documents: readonly SentDocument[]): Promise<(string | undefined)[]> {
    const asked = documents.map(({ sender, ...document }) => ({ ...document, ...sender }));
    const rows = await rowsOf<{ nth: number; id: string }>(this.db, FIND_SAME, [
      company_id,
      JSON.stringify(asked),
    ]);
    const found = new Map(rows.map(({ nth, id }) => [nth, id]));
    return documents.map((_, index) => found.get(index + 1));
  }

  async insertAll(company_id: string, receptions: readonly StoredReception[]): Promise<void> {
    const rows = receptions.map(({ sender, ...reception }) => ({
      ...reception,
      sender_electronic_address_key: sender.electronic_address,
      sender_vat_key: sender.vat,
      sender_identifier_keys: sender.identifiers,
    }));
    await rowsOf(this.db, INSERT, [company_id, JSON.stringify(rows)]);
  }

  async findTypeCode(company_id: string, document_id: string) {
    const row = await this.db
      .selectFrom('reception')
      .select('type_code')
      .where('company_id', '=', company_id)
      .where('document_id', '=', document_id)
      .executeTakeFirst();
    return row?.type_code ?? null;
  }

  findOriginal(company_id: string, document_id: string) {
    return this.db
      .selectFrom('reception')
      .innerJoin('document', (join) =>
        join
          .onRef('document.company_id', '=', 'reception.company_id')
          .onRef('document.id', '=', 'reception.document_id'),
      )
      .select(['content_type', 'size', 'sha256', 'key', 'document.number'])
      .where('reception.company_id', '=', company_id)
      .where('reception.document_id', '=', document_id)
      .executeTakeFirst();
  }

  async insertMessages(
    company_id: string,
    messages: readonly InboundMessage[],
    now: Date,
  ): Promise<(string | undefined)[]> {
    const rows = await rowsOf<{ message_id: string; document_id: string }>(this.db, INSERT_MESSAGES, [
      company_id,
      messages.map(({ message_id }) => message_id),
      messages.map(({ document_id }) => document_id),
      messages.map(({ content }) => content && bufferOf(content)),
      now,
    ]);
    const inserted = new Map(rows.map(({ message_id, document_id }) => [message_id, document_id]));
    const before = messages.filter(({ message_id, document_id }) => inserted.get(message_id) !== document_id);
    if (before.length === 0) return messages.map(() => undefined);
    const found = await rowsOf<{ message_id: string; document_id: string }>(this.db, FIND_MESSAGES, [
      ...[company_id, before.map(({ message_id }) => message_id)],
    ]);
    const documents = new Map(found.map(({ message_id, document_id }) => [message_id, document_id]));
    return messages.map((message) =>
      before.includes(message) ? documents.get(message.message_id) : undefined,
    );
  }

  listStatusMessages(company_id: string, document_id: string): Promise<StatusMessageFile[]> {
    return this.db
      .selectFrom('network_inbound_message')
      .select(['message_id', 'received_at', sql<number>`length(content)`.as('size')])
      .where('company_id', '=', company_id)
      .where('document_id', '=', document_id)
      .where('content', 'is not', null)
      .orderBy('received_at')
      .orderBy('message_id')
      .execute();
  }

  async readStatusMessage(
    company_id: string,
    message_id: string,
    start: number,
    length: number,
  ): Promise<Uint8Array> {
    const { piece } = await this.db
      .selectFrom('network_inbound_message')
      .select(sql<Buffer>`substring(content from ${start + 1}::integer for ${length}::integer)`.as('piece'))
      .where('company_id', '=', company_id)
      .where('message_id', '=', message_id)
      .executeTakeFirstOrThrow();
    return piece;
  }
}
