import { type Kysely, sql } from 'kysely';
import type { OrphanedFile, OrphanedFileRepository } from '../../../ports/documents/orphaned-file-repository';
import type { DB } from '../database';

/** Files of one request that are about to be stored. */
export interface Upload {
  readonly keys: readonly string[];
  readonly now: Date;
}

export class PostgresOrphanedFileRepository implements OrphanedFileRepository {
  constructor(private readonly db: Kysely<DB>) {}

  insertAll(company_id: string, keys: readonly string[], now: Date): Promise<void> {
    return this.insertUploads(company_id, [{ keys, now }]);
  }

  /** Like `insertAll` for several uploads, in one statement. */
  async insertUploads(company_id: string, uploads: readonly Upload[]): Promise<void> {
    const keys = uploads.flatMap((upload) => upload.keys);
    const times = uploads.flatMap((upload) => upload.keys.map(() => upload.now));
    await sql`insert into stray_file (company_id, key, uploading_since)
      select ${company_id}::uuid, key, now from unnest(${keys}::text[], ${times}::timestamptz[]) as upload (key, now)
      returning true`.execute(this.db);
  }

  async claim(company_id: string, keys: readonly string[]): Promise<boolean> {
    const { numDeletedRows } = await this.db
      .deleteFrom('stray_file')
      .where('company_id', '=', company_id)
      .where(sql<boolean>`key = any(${keys}::text[])`)
      .where('uploading_since', 'is not', null)
      .executeTakeFirst();
    return Number(numDeletedRows) === keys.length;
  }

  async markForDeletion(company_id: string, keys: readonly string[]): Promise<string[]> {
    const rows = await this.db
      .updateTable('stray_file')
      .set({ uploading_since: null })
      .where('company_id', '=', company_id)
      .where(sql<boolean>`key = any(${keys}::text[])`)
      .returning('key')
      .execute();
    return rows.map(({ key }) => key);
  }

  async delete(company_id: string, keys: readonly string[]): Promise<number> {
    const { numDeletedRows } = await this.db
      .deleteFrom('stray_file')
      .where('company_id', '=', company_id)
      .where(sql<boolean>`key = any(${keys}::text[])`)
      .where('uploading_since', 'is', null)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  // A full scan: the table only contains uploads in progress and files to be deleted.
  listLeftOver(
    before: Date,
    { after, limit }: { readonly after: OrphanedFile | undefined; readonly limit: number },
  ): Promise<OrphanedFile[]> {
    return this.db
      .selectFrom('stray_file')
      .select(['company_id', 'key'])
      .where(sql<boolean>`coalesce(uploading_since < ${before}, true)`)
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(company_id, key) > (${after!.company_id}, ${after!.key})`),
      )
      .orderBy('company_id')
      .orderBy('key')
      .limit(limit)
      .execute();
  }
}
