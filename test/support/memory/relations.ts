import { DomainError } from '../../../src/domain/errors';
import type { Blocker, Relation } from '../../../src/domain/master-data/relation';
import {
  duplicateRelation,
  identitiesBeyond,
  identitiesOf,
  type Identity,
  identityKey,
  IDENTITY_KINDS,
} from '../../../src/domain/master-data/relation-identity';
import { searchName, sortName } from '../../../src/domain/master-data/relation-name';
import { foldCase } from '../../../src/domain/values/case-fold';
import type { RelationFilters, RelationRepository } from '../../../src/ports/master-data/relation-repository';
import type { PageRequest } from '../../../src/ports/page';
import { assertExternalIdFree } from './own-data';
import { isUpdatedSince, pageOf, TIMES } from './page';
import type { Session } from './tables';

const SORTS = { ...TIMES, name: { kind: 'text', valueOf: sortName } } as const;

export class MemoryRelationRepository implements RelationRepository {
  constructor(private readonly session: Session) {}

  async find(company_id: string, id: string) {
    return this.session.tables.relations.get(company_id, id);
  }

  async list(company_id: string, filters: RelationFilters, page: PageRequest) {
    const relations = this.session.tables.relations.list(company_id);
    const found = relations.filter(isUpdatedSince(filters.updated_since)).filter(matches(filters));
    return pageOf(found, page, SORTS, ({ id }) => id);
  }

  lock(company_id: string, id: string) {
    return this.find(company_id, id);
  }

  lockForDeletion(company_id: string, id: string) {
    return this.find(company_id, id);
  }

  async insertAll(
    company_id: string,
    relations: readonly Relation[],
    { ignore_duplicate } = { ignore_duplicate: false },
  ) {
    const { tables } = this.session;
    const claims = relations.flatMap((relation) =>
      identitiesOf(relation).map((identity) => ({ identity, id: relation.id })),
    );
    for (const { identity, id } of claims) {
      const holder = this.holderOf(company_id, identity);
      if (holder === undefined) this.claim(company_id, id, identity);
      else if (!ignore_duplicate) {
        throw new DomainError('duplicate_relation', 'A relation with this identity exists already.');
      }
    }
    for (const relation of relations) {
      assertExternalIdFree(tables.relations.list(company_id), relation);
      tables.relations.set(relation, company_id, relation.id);
    }
  }

  async findHolders(company_id: string, identities: readonly Identity[]) {
    return inOrder(identities).flatMap((identity) => {
      const relation_id = this.holderOf(company_id, identity);
      return relation_id === undefined ? [] : [{ kind: identity.kind, relation_id }];
    });
  }

  async release(company_id: string, id: string, identities: readonly Identity[]) {
    const { relation_identities, relations } = this.session.tables;
    for (const identity of identities) {
      if (this.holderOf(company_id, identity) !== id) continue;
      const [heir] = relations
        .list(company_id)
        .filter((relation) => relation.id !== id && identitiesOf(relation).some(isSame(identity)))
        .sort((a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1));
      if (heir) this.claim(company_id, heir.id, identity);
      else relation_identities.delete(company_id, identity.kind, identity.value);
    }
  }

  async save(company_id: string, before: Relation, after: Relation) {
    const claimed = identitiesBeyond(after, before);
    const holders = await this.findHolders(company_id, claimed);
    const others = holders.filter(({ relation_id }) => relation_id !== after.id);
    if (others.length > 0) throw duplicateRelation(others);
    for (const identity of claimed) this.claim(company_id, after.id, identity);
    await this.release(company_id, after.id, identitiesBeyond(before, after));
    assertExternalIdFree(this.session.tables.relations.list(company_id), after);
    this.session.tables.relations.update(() => after, company_id, after.id);
  }

  async findBlockers(company_id: string, id: string): Promise<Blocker[]> {
    const { documents, links } = this.session.tables;
    const made_out = documents.list(company_id).filter(({ relation_id }) => relation_id === id);
    const linked = links
      .list(company_id)
      .filter(({ target, target_id }) => target === 'relation' && target_id === id);
    const kinds = [...made_out.map(() => 'document'), ...linked.map(({ kind }) => kind)];
    return [...new Set(kinds)].map((kind) => ({ kind, count: kinds.filter((one) => one === kind).length }));
  }

  async delete(company_id: string, id: string) {
    const { delivery_locations, relations } = this.session.tables;
    for (const [key] of delivery_locations.entries(company_id, id)) delivery_locations.delete(...key);
    relations.delete(company_id, id);
  }

  private holderOf(company_id: string, { kind, value }: Identity): string | undefined {
    return this.session.tables.relation_identities.get(company_id, kind, value);
  }

  private claim(company_id: string, id: string, { kind, value }: Identity): void {
    this.session.tables.relation_identities.set(id, company_id, kind, value);
  }
}

const isSame = (identity: Identity) => (other: Identity) =>
  other.kind === identity.kind && other.value === identity.value;

function inOrder(identities: readonly Identity[]): Identity[] {
  return IDENTITY_KINDS.flatMap((kind) => identities.filter((identity) => identity.kind === kind));
}

function matches(filters: RelationFilters): (relation: Relation) => boolean {
  const { type, country_code, email, external_id, q } = filters;
  const wanted = IDENTITY_KINDS.flatMap((kind) => {
    const text = filters[kind];
    return text === undefined ? [] : [{ kind, value: identityKey(text) }];
  });
  return (relation) =>
    (type === undefined || relation.type === type) &&
    (external_id === undefined || relation.external_id === external_id) &&
    (country_code === undefined || relation.address?.country_code === country_code) &&
    wanted.every(
      ({ kind, value }) => value !== null && identitiesOf(relation).some(isSame({ kind, value })),
    ) &&
    (email === undefined || (relation.email !== null && foldCase(relation.email) === foldCase(email))) &&
    (q === undefined || searchName(relation).includes(foldCase(q)));
}
