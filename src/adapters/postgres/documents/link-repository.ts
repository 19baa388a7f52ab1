import { type Kysely, sql } from 'kysely';
import type { Link } from '../../../domain/documents/link';
import type { LinkFilters, LinkRepository } from '../../../ports/documents/link-repository';
import type { Page, PageRequest } from '../../../ports/page';
import type { DB } from '../database';
import { keysetPage } from '../page';

const SORTS = {
  created_at: { column: 'created_at', type: 'timestamptz' },
  updated_at: { column: 'updated_at', type: 'timestamptz' },
} as const;

export class PostgresLinkRepository implements LinkRepository {
  constructor(private readonly db: Kysely<DB>) {}

  find(company_id: string, id: string): Promise<Link | undefined> {
    return this.select(company_id).where('id', '=', id).executeTakeFirst();
  }

  list(company_id: string, filters: LinkFilters, page: PageRequest): Promise<Page<Link>> {
    const { target, target_id, kind, updated_since } = filters;
    let query = this.select(company_id);
    if (target) query = query.where('target', '=', target);
    if (target_id) {
      query = query.where((or) =>
        or.or([or('document_id', '=', target_id), or('relation_id', '=', target_id)]),
      );
    }
    if (kind) query = query.where('kind', '=', kind);
    if (updated_since) query = query.where('updated_at', '>=', updated_since);
    return keysetPage(this.db, query, page, SORTS, 'id');
  }

  async insert(company_id: string, { target, target_id, ...link }: Link): Promise<void> {
    const document_id = target === 'document' ? target_id : null;
    const relation_id = target === 'relation' ? target_id : null;
    await this.db
      .insertInto('link')
      .values({ ...link, company_id, target, document_id, relation_id })
      .execute();
  }

  async delete(company_id: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await this.db
      .deleteFrom('link')
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0;
  }

  private select(company_id: string) {
    return this.db
      .selectFrom('link')
      .select(['id', 'target', 'kind', 'reference', 'amount', 'created_at', 'updated_at'])
      .select(sql<string>`coalesce(document_id, relation_id)`.as('target_id'))
      .where('company_id', '=', company_id);
  }
}
