import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Blocker, Relation } from '../../../domain/master-data/relation';
import {
  duplicateRelation,
  type Holder,
  identitiesBeyond,
  type Identity,
  type IdentityKind,
} from '../../../domain/master-data/relation-identity';
import { displayName } from '../../../domain/master-data/relation-name';
import { foldCase } from '../../../domain/values/case-fold';
import type { Page, PageRequest } from '../../../ports/page';
import type { RelationFilters, RelationRepository } from '../../../ports/master-data/relation-repository';
import { inOneRoundTrip } from '../connect';
import type { DB } from '../database';
import { membersOf, RELATION_COLUMNS, relationOf } from './relation-columns';
import { listRelations } from './relation-list';
import { AS_IT_WAS, IDENTITY_KEY, insertRelations, KEEP_FORMER_NAME, RANK } from './relation-statements';

/** The column of `relation` for each kind of identity. */
const KEY_OF = {
  vat: 'vat_key',
  identifier: 'identifier_key',
  electronic_address: 'electronic_address_key',
} as const satisfies Record<IdentityKind, string>;

export class PostgresRelationRepository implements RelationRepository {
  constructor(private readonly db: Kysely<DB>) {}

  async find(company_id: string, id: string): Promise<Relation | undefined> {
    const row = await this.select(company_id, id).executeTakeFirst();
    return row && relationOf(row);
  }

  list(company_id: string, filters: RelationFilters, page: PageRequest): Promise<Page<Relation>> {
    return listRelations(this.db, company_id, filters, page);
  }

  async lock(company_id: string, id: string): Promise<Relation | undefined> {
    const row = await this.select(company_id, id).forNoKeyUpdate().executeTakeFirst();
    return row && relationOf(row);
  }

  async lockForDeletion(company_id: string, id: string): Promise<Relation | undefined> {
    const row = await this.select(company_id, id).forUpdate().executeTakeFirst();
    return row && relationOf(row);
  }

  async insertAll(
    company_id: string,
    relations: readonly Relation[],
    { ignore_duplicate } = { ignore_duplicate: false },
  ): Promise<void> {
    const [first, ...identities] = insertRelations(company_id, relations, ignore_duplicate);
    await inOneRoundTrip(this.db, [first], () => identities);
  }

  findHolders(company_id: string, identities: readonly Identity[]): Promise<Holder[]> {
    return this.db
      .selectFrom(asked(identities))
      .innerJoinLateral(
        (db) =>
          db
            .selectFrom('relation_identity')
            .select('relation_id')
            .where('company_id', '=', company_id)
            .whereRef('kind', '=', 'identity.kind')
            .whereRef('value', '=', 'identity.value')
            .limit(sql.lit(1)) // so that the planner does not join, while it has no statistics
            .as('holder'),
        (join) => join.onTrue(),
      )
      .select(['kind', 'relation_id'])
      .orderBy(rank)
      .execute();
  }

  async release(company_id: string, id: string, identities: readonly Identity[]): Promise<void> {
    if (identities.length === 0) return;
    // Waits for concurrent transactions that insert a relation with the same identity; the following statements see
    // their rows.
    const held = await this.db
      .selectFrom('relation_identity')
      .select(['kind', 'value'])
      .where('company_id', '=', company_id)
      .where('relation_id', '=', id)
      .where(isOneOf(identities))
      .orderBy(rank)
      .forUpdate()
      .execute();
    for (const identity of held) await this.passOn(company_id, id, identity);
  }

  async save(company_id: string, before: Relation, after: Relation): Promise<void> {
    if (after === before) return;
    const { id } = after;
    // New identities are acquired before old ones are released. Two relations that exchange identities are therefore
    // refused, and do not deadlock.
    const claimed = identitiesBeyond(after, before);
    const holders = claimed.length === 0 ? [] : await this.claim(company_id, id, claimed);
    if (holders.length > 0) throw duplicateRelation(holders);
    await this.release(company_id, id, identitiesBeyond(before, after));
    const former_name = foldCase(displayName(before));
    if (former_name !== foldCase(displayName(after))) {
      await this.db.executeQuery(CompiledQuery.raw(KEEP_FORMER_NAME, [company_id, id, former_name]));
    }
    await this.db
      .updateTable('relation')
      .set(membersOf(after))
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .execute();
  }

  async findBlockers(company_id: string, id: string): Promise<Blocker[]> {
    const { rows } = await sql<Blocker>`
      select kind, count from (
        select 'document' as kind, count(*)::integer as count from document
        where company_id = ${company_id} and relation_id = ${id}
        union all
        select kind, count(*)::integer from link
        where company_id = ${company_id} and relation_id = ${id} group by kind
      ) as blocker
      where count > 0`.execute(this.db);
    return rows;
  }

  async delete(company_id: string, id: string): Promise<void> {
    await this.db.deleteFrom('relation').where('company_id', '=', company_id).where('id', '=', id).execute();
  }

  /**
   * Acquires identities, and waits for other transactions that acquire or release them. @returns other relations that
   * hold one of them
   */
  private async claim(company_id: string, id: string, identities: readonly Identity[]): Promise<Holder[]> {
    const holders = await this.db
      .insertInto('relation_identity')
      .columns(['company_id', 'kind', 'value', 'relation_id'])
      .expression(claims(company_id, id, identities))
      .onConflict((conflict) => conflict.columns(IDENTITY_KEY).doUpdateSet(asItWas))
      .returning(['kind', 'relation_id'])
      .execute();
    return holders.filter(({ relation_id }) => relation_id !== id);
  }

  /**
   * Passes an identity on to the oldest other relation with it, or deletes its row. That relation is locked, so that it
   * cannot be deleted or changed meanwhile.
   */
  private async passOn(company_id: string, id: string, { kind, value }: Identity): Promise<void> {
    const { numUpdatedRows } = await this.db
      .with('heir', (db) =>
        db
          .selectFrom('relation')
          .select('id')
          .where('company_id', '=', company_id)
          .where(KEY_OF[kind], '=', value)
          .where('id', '!=', id)
          .orderBy('created_at')
          .orderBy('id')
          .limit(1)
          .forNoKeyUpdate(),
      )
      .updateTable('relation_identity')
      .from('heir')
      .set((row) => ({ relation_id: row.ref('heir.id') }))
      .where('relation_identity.company_id', '=', company_id)
      .where('relation_identity.kind', '=', kind)
      .where('relation_identity.value', '=', value)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return;
    await this.db
      .deleteFrom('relation_identity')
      .where('company_id', '=', company_id)
      .where('kind', '=', kind)
      .where('value', '=', value)
      .execute();
  }

  private select(company_id: string, id: string) {
    return this.db
      .selectFrom('relation')
      .select(RELATION_COLUMNS)
      .where('company_id', '=', company_id)
      .where('id', '=', id);
  }
}

const rank = sql.raw(RANK);
const asItWas = { relation_id: sql.raw<string>(AS_IT_WAS) };

/** Rows of `relation_identity`; the same statement text for any number of identities. */
function claims(company_id: string, id: string, identities: readonly Identity[]) {
  return sql<never>`
    select ${company_id}::uuid, kind, value, ${id}::uuid
    from unnest(${identities.map(({ kind }) => kind)}::text[], ${identities.map(({ value }) => value)}::text[])
      as claim (kind, value)`;
}

function asked(identities: readonly Identity[]) {
  const kinds = identities.map(({ kind }) => kind);
  const values = identities.map(({ value }) => value);
  return sql<Pick<Identity, 'kind' | 'value'>>`unnest(${kinds}::text[], ${values}::text[])`.as<'identity'>(
    sql`identity (kind, value)`,
  );
}

function isOneOf(identities: readonly Identity[]) {
  return sql<boolean>`(kind, value) in (select kind, value from ${asked(identities)})`;
}
