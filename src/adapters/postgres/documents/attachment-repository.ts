import { type Kysely, sql } from 'kysely';
import { type Attachment, filenameKey } from '../../../domain/documents/attachments/attachments';
import type { AttachmentOwner } from '../../../domain/documents/transitions';
import type {
  AttachmentRepository,
  KeptAttachment,
  NewAttachment,
} from '../../../ports/documents/attachment-repository';
import type { Page, PageRequest } from '../../../ports/page';
import type { DB } from '../database';
import { keysetPage } from '../page';

const COLUMNS = ['id', 'filename', 'content_type', 'size', 'sha256', 'created_at'] as const;

// Index: attachment_created. Attachments never change, so updated_at equals created_at.
const SORTS = {
  created_at: { column: 'created_at', type: 'timestamptz' },
  updated_at: { column: 'created_at', type: 'timestamptz' },
} as const;

export class PostgresAttachmentRepository implements AttachmentRepository {
  constructor(private readonly db: Kysely<DB>) {}

  find(company_id: string, document_id: string, id: string): Promise<KeptAttachment | undefined> {
    return this.keptOf(company_id, document_id).where('id', '=', id).executeTakeFirst();
  }

  findAll(company_id: string, document_id: string, ids: readonly string[]): Promise<KeptAttachment[]> {
    return this.keptOf(company_id, document_id)
      .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
      .execute();
  }

  list(
    company_id: string,
    document_id: string,
    { updated_since }: { readonly updated_since?: Date | undefined },
    page: PageRequest,
  ): Promise<Page<Attachment>> {
    let query = this.db
      .selectFrom('attachment')
      .select(COLUMNS)
      .where('company_id', '=', company_id)
      .where('document_id', '=', document_id);
    if (updated_since) query = query.where('created_at', '>=', updated_since);
    return keysetPage(this.db, query, page, SORTS, 'id');
  }

  lockDocument(company_id: string, document_id: string): Promise<AttachmentOwner | undefined> {
    return this.db
      .selectFrom('document')
      .select(['id', 'status', 'accounting_status', 'version', 'updated_at'])
      .where('company_id', '=', company_id)
      .where('id', '=', document_id)
      .forUpdate()
      .executeTakeFirst();
  }

  async saveDocument(company_id: string, { id, version, updated_at }: AttachmentOwner): Promise<void> {
    await this.db
      .updateTable('document')
      .set({ version, updated_at })
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .execute();
  }

  async count(company_id: string, document_id: string): Promise<number> {
    const { count } = await this.db
      .selectFrom('attachment')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('company_id', '=', company_id)
      .where('document_id', '=', document_id)
      .executeTakeFirstOrThrow();
    return count;
  }

  async insertAll(company_id: string, attachments: readonly NewAttachment[]): Promise<void> {
    const rows = attachments.map((attachment) => ({
      ...attachment,
      filename_key: filenameKey(attachment.filename),
    }));
    await sql`insert into attachment
      (company_id, document_id, id, filename, filename_key, content_type, size, sha256, key, created_at)
      select ${company_id}::uuid, document_id, id, filename, filename_key, content_type, size, sha256, key, created_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as attached (
        document_id uuid, id uuid, filename text, filename_key text, content_type text, size integer, sha256 text, key text,
        created_at timestamptz)
      returning true`.execute(this.db);
  }

  async delete(company_id: string, document_id: string, id: string): Promise<void> {
    await this.db
      .with('gone', (db) =>
        db
          .deleteFrom('attachment')
          .where('company_id', '=', company_id)
          .where('document_id', '=', document_id)
          .where('id', '=', id)
          .returning(['company_id', 'key']),
      )
      .insertInto('stray_file')
      .columns(['company_id', 'key'])
      .expression((db) => db.selectFrom('gone').select(['company_id', 'key']))
      .returning(sql`true`.as('stored'))
      .execute();
  }

  private keptOf(company_id: string, document_id: string) {
    return this.db
      .selectFrom('attachment')
      .select([...COLUMNS, 'key'])
      .where('company_id', '=', company_id)
      .where('document_id', '=', document_id);
  }
}
