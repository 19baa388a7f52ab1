import { type Kysely, sql } from 'kysely';
import type { DeliveryLocation } from '../../../domain/master-data/delivery-location';
import type {
  DeliveryLocationFilters,
  DeliveryLocationRepository,
} from '../../../ports/master-data/delivery-location-repository';
import type { Page, PageRequest } from '../../../ports/page';
import type { DB } from '../database';
import { keysetPage } from '../page';

const COLUMNS = [
  'id',
  'name',
  'identifier',
  'identifier_scheme',
  'address',
  'version',
  'created_at',
  'updated_at',
] as const;

// Indexes: delivery_location_created, delivery_location_updated.
const SORTS = {
  created_at: { column: 'created_at', type: 'timestamptz' },
  updated_at: { column: 'updated_at', type: 'timestamptz' },
} as const;

export class PostgresDeliveryLocationRepository implements DeliveryLocationRepository {
  constructor(private readonly db: Kysely<DB>) {}

  find(company_id: string, relation_id: string, id: string): Promise<DeliveryLocation | undefined> {
    return this.select(company_id, relation_id).where('id', '=', id).executeTakeFirst();
  }

  list(
    company_id: string,
    relation_id: string,
    { identifier, updated_since }: DeliveryLocationFilters,
    page: PageRequest,
  ): Promise<Page<DeliveryLocation>> {
    let query = this.select(company_id, relation_id);
    // index delivery_location_identifier
    if (identifier !== undefined) query = query.where('identifier', '=', identifier);
    if (updated_since !== undefined) query = query.where('updated_at', '>=', updated_since);
    return keysetPage(this.db, query, page, SORTS, 'id');
  }

  lock(company_id: string, relation_id: string, id: string): Promise<DeliveryLocation | undefined> {
    return this.select(company_id, relation_id).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  }

  lockForDeletion(
    company_id: string,
    relation_id: string,
    id: string,
  ): Promise<DeliveryLocation | undefined> {
    return this.select(company_id, relation_id).where('id', '=', id).forUpdate().executeTakeFirst();
  }

  async insert(company_id: string, relation_id: string, location: DeliveryLocation): Promise<void> {
    await this.db
      .insertInto('delivery_location')
      .values({ company_id, relation_id, ...location })
      .execute();
  }

  async save(
    company_id: string,
    relation_id: string,
    before: DeliveryLocation,
    after: DeliveryLocation,
  ): Promise<void> {
    if (after === before) return;
    const { id, name, identifier, identifier_scheme, address, version, updated_at } = after;
    await this.db
      .updateTable('delivery_location')
      .set({ name, identifier, identifier_scheme, address, version, updated_at })
      .where('company_id', '=', company_id)
      .where('relation_id', '=', relation_id)
      .where('id', '=', id)
      .execute();
  }

  async countDocuments(company_id: string, relation_id: string, id: string): Promise<number> {
    const { count } = await this.db
      .selectFrom('document')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('company_id', '=', company_id)
      .where('relation_id', '=', relation_id)
      .where('delivery_location_id', '=', id)
      .executeTakeFirstOrThrow();
    return count;
  }

  async delete(company_id: string, relation_id: string, id: string): Promise<void> {
    await this.db
      .deleteFrom('delivery_location')
      .where('company_id', '=', company_id)
      .where('relation_id', '=', relation_id)
      .where('id', '=', id)
      .execute();
  }

  private select(company_id: string, relation_id: string) {
    return this.db
      .selectFrom('delivery_location')
      .select(COLUMNS)
      .where('company_id', '=', company_id)
      .where('relation_id', '=', relation_id);
  }
}
