import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Branding, Logo } from '../../../domain/master-data/branding';
import { foldCase } from '../../../domain/values/case-fold';
import type { BrandingFilters, BrandingRepository } from '../../../ports/master-data/branding-repository';
import type { Page, PageRequest } from '../../../ports/page';
import type { DB } from '../database';
import { keysetPage } from '../page';

const COLUMNS = [
  'branding.id',
  'branding.name',
  'branding.primary_color',
  'branding.address_position',
  'branding.header',
  'branding.footer',
  'branding.external_id',
  'branding.metadata',
  'branding.version',
  'branding.created_at',
  'branding.updated_at',
] as const;

// Indexes: branding_created, branding_updated. By name the brandings of the company are sorted, which are few.
const SORTS = {
  created_at: { column: 'branding.created_at', type: 'timestamptz' },
  updated_at: { column: 'branding.updated_at', type: 'timestamptz' },
  name: { column: 'branding.name', type: 'text', collation: 'und-x-icu' },
} as const;

export class PostgresBrandingRepository implements BrandingRepository {
  constructor(private readonly db: Kysely<DB>) {}

  find(company_id: string, id: string): Promise<Branding | undefined> {
    return this.select(company_id).where('branding.id', '=', id).executeTakeFirst();
  }

  list(company_id: string, filters: BrandingFilters, page: PageRequest): Promise<Page<Branding>> {
    let query = this.select(company_id);
    if (filters.q !== undefined)
      query = query.where(sql<boolean>`strpos(folded_case(name), ${foldCase(filters.q)}) > 0`);
    if (filters.external_id !== undefined) query = query.where('external_id', '=', filters.external_id);
    if (filters.updated_since) query = query.where('updated_at', '>=', filters.updated_since);
    if (filters.default !== undefined) {
      query = query.where('default_branding.company_id', filters.default ? 'is not' : 'is', null);
    }
    return keysetPage(this.db, query, page, SORTS, 'branding.id');
  }

  findLogo(company_id: string, id: string): Promise<(Logo & { version: number }) | undefined> {
    return this.db
      .selectFrom('branding')
      .innerJoin('logo', (join) =>
        join
          .onRef('logo.company_id', '=', 'branding.company_id')
          .onRef('logo.sha256', '=', 'branding.logo_sha256'),
      )
      .select(['logo.bytes', 'logo.content_type', 'branding.version'])
      .where('branding.company_id', '=', company_id)
      .where('branding.id', '=', id)
      .executeTakeFirst();
  }

  findLogoByContent(company_id: string, sha256: string): Promise<Logo | undefined> {
    return this.db
      .selectFrom('logo')
      .select(['bytes', 'content_type'])
      .where('company_id', '=', company_id)
      .where('sha256', '=', sha256)
      .executeTakeFirst();
  }

  lock(company_id: string, id: string): Promise<Branding | undefined> {
    return this.select(company_id).where('branding.id', '=', id).forUpdate('branding').executeTakeFirst();
  }

  async insert(
    company_id: string,
    { default: _default, has_logo: _has_logo, ...branding }: Branding,
  ): Promise<void> {
    await this.db
      .insertInto('branding')
      .values({ company_id, ...branding })
      .execute();
  }

  async save(company_id: string, before: Branding, after: Branding): Promise<void> {
    if (after === before) return;
    const {
      id,
      name,
      primary_color,
      address_position,
      header,
      footer,
      external_id,
      metadata,
      version,
      updated_at,
    } = after;
    await this.db
      .updateTable('branding')
      .set({
        name,
        primary_color,
        address_position,
        header,
        footer,
        external_id,
        metadata,
        version,
        updated_at,
      })
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .execute();
  }

  async saveLogo(
    company_id: string,
    { id, version, updated_at }: Branding,
    logo: Logo | null,
  ): Promise<void> {
    const sha256 = logo && createHash('sha256').update(logo.bytes).digest('hex');
    if (logo && sha256) {
      const { content_type, bytes } = logo;
      await this.db
        .insertInto('logo')
        .values({ company_id, sha256, content_type, bytes: Buffer.from(bytes) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await this.db
      .updateTable('branding')
      .set({ logo_sha256: sha256, version, updated_at })
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .execute();
  }

  async delete(company_id: string, id: string): Promise<void> {
    await this.db.deleteFrom('branding').where('company_id', '=', company_id).where('id', '=', id).execute();
  }

  private select(company_id: string) {
    return this.db
      .selectFrom('branding')
      .leftJoin('default_branding', (join) =>
        join
          .onRef('default_branding.company_id', '=', 'branding.company_id')
          .onRef('default_branding.branding_id', '=', 'branding.id'),
      )
      .select(COLUMNS)
      .select([
        sql<boolean>`default_branding.company_id is not null`.as('default'),
        sql<boolean>`branding.logo_sha256 is not null`.as('has_logo'),
      ])
      .where('branding.company_id', '=', company_id);
  }
}
