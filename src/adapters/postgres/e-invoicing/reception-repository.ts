import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Company, Language } from '../../../domain/master-data/company';
import type { ReceivedDocument } from '../../../domain/documents/received-document';
import type { PartyKeys } from '../../../domain/e-invoicing/addressing';
import type {
  OriginalFile,
  ReceptionRepository,
  StatusMessageFile,
} from '../../../ports/e-invoicing/reception-repository';
import { PostgresCompanyRepository } from '../master-data/company-repository';
import type { DB } from '../database';
import { bufferOf } from '../../../domain/values/bytes';

/** Locks the rows in a fixed order, so that receptions of two documents of the same sender cannot deadlock. */
const LOCK_SENDER = `
insert into received_sender as s (company_id, kind, value)
select $1, kind, value from unnest($2::text[], $3::text[]) as key (kind, value) order by kind, value
on conflict (company_id, kind, value) do update set kind = s.kind
returning true`;

const FIND_SAME = `
select d.id from document d
join reception r on r.company_id = d.company_id and r.document_id = d.id
where d.company_id = $1 and d.number = $2 and d.journal_id is null and d.type = $3 and d.issue_date = $4
  and (r.sender_electronic_address_key = $5 or r.sender_vat_key = $6 or r.sender_identifier_keys && $7::text[])
order by d.created_at, d.id
limit 1`;

export class PostgresReceptionRepository implements ReceptionRepository {
  constructor(private readonly db: Kysely<DB>) {}

  async findCompany(electronic_address: string): Promise<Company | undefined> {
    const participant = await this.db
      .selectFrom('network_participant')
      .select('company_id')
      .where('electronic_address', '=', electronic_address.toLowerCase())
      .executeTakeFirst();
    return participant && new PostgresCompanyRepository(this.db).find(participant.company_id);
  }

  async lockSender(company_id: string, { electronic_address, vat, identifiers }: PartyKeys): Promise<void> {
    const keys = [
      ...(electronic_address === null ? [] : [['electronic_address', electronic_address] as const]),
      ...identifiers.map((identifier) => ['identifier', identifier] as const),
      ...(vat === null ? [] : [['vat', vat] as const]),
    ];
    await this.run(LOCK_SENDER, [company_id, keys.map(([kind]) => kind), keys.map(([, value]) => value)]);
  }

  async findRelation(company_id: string, { electronic_address, vat, identifiers }: PartyKeys) {
    const by = async (column: string, keys: readonly (string | null)[]) => {
      const known = keys.filter((key) => key !== null);
      if (known.length === 0) return undefined;
      const [row] = await this.run<{ id: string; language: Language | null }>(
        // `offset 0` keeps the planner from scanning along the sort.
        `select id, language from (
           select id, language, created_at from relation where company_id = $1 and ${column} = any($2::text[]) offset 0
         ) found order by created_at, id limit 1`,
        [company_id, known],
      );
      return row;
    };
    return (
      (await by('electronic_address_key', [electronic_address])) ??
      (await by('vat_key', [vat])) ??
      (await by('identifier_key', identifiers))
    );
  }

  async findSame(
    company_id: string,
    { electronic_address, vat, identifiers }: PartyKeys,
    { type, number, issue_date }: Pick<ReceivedDocument, 'type' | 'number' | 'issue_date'>,
  ): Promise<string | undefined> {
    const [row] = await this.run<{ id: string }>(FIND_SAME, [
      ...[company_id, number, type, issue_date],
      ...[electronic_address, vat, identifiers],
    ]);
    return row?.id;
  }

  async insert(
    company_id: string,
    document_id: string,
    { electronic_address, vat, identifiers }: PartyKeys,
    { content_type, size, sha256, key, type_code }: OriginalFile & { readonly type_code: string },
  ): Promise<void> {
    await this.db
      .insertInto('reception')
      .values({
        ...{ company_id, document_id, content_type, size, sha256, key, type_code },
        sender_electronic_address_key: electronic_address,
        sender_vat_key: vat,
        sender_identifier_keys: [...identifiers],
      })
      .execute();
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

  async findMessage(company_id: string, message_id: string): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('network_inbound_message')
      .select('document_id')
      .where('company_id', '=', company_id)
      .where('message_id', '=', message_id)
      .executeTakeFirst();
    return row?.document_id;
  }

  async insertMessage(
    company_id: string,
    message_id: string,
    document_id: string,
    now: Date,
    content: Uint8Array | null,
  ): Promise<boolean> {
    const row = await this.db
      .insertInto('network_inbound_message')
      .values({
        ...{ company_id, message_id, document_id, received_at: now },
        content: content && bufferOf(content),
      })
      .onConflict((conflict) => conflict.columns(['company_id', 'message_id']).doNothing())
      .returning('message_id')
      .executeTakeFirst();
    return row !== undefined;
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

  /** Runs constant SQL, which is prepared once per connection. */
  private async run<Row>(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    const { rows } = await this.db.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
    return rows;
  }
}
