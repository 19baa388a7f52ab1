import { DomainError } from '../../domain/errors';
import {
  assertDeletable,
  assertWellFormed,
  changedRelation,
  newRelation,
  type Relation,
  type RelationInput,
  type RelationPatch,
} from '../../domain/master-data/relation';
import { duplicateRelation, identitiesOf } from '../../domain/master-data/relation-identity';
import { assertVersion, type IfMatch } from '../../domain/version';
import type { Clock } from '../../ports/clock';
import type { Ids } from '../../ports/ids';
import type { Page, PageRequest } from '../../ports/page';
import type { RelationFilters } from '../../ports/master-data/relation-repository';
import type { UnitOfWork } from '../../ports/unit-of-work';

/** Of a creation whose duplicate is gone each time that it is looked for. */
const MAX_ATTEMPTS = 5;

/** Customers and suppliers of a company. */
export class Relations {
  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  list(
    unit: UnitOfWork,
    company_id: string,
    filters: RelationFilters,
    page: PageRequest,
  ): Promise<Page<Relation>> {
    return unit.read(({ relations }) => relations.list(company_id, filters, page));
  }

  /** @throws DomainError not_found */
  get(unit: UnitOfWork, company_id: string, id: string): Promise<Relation> {
    return unit.read(async ({ relations }) => (await relations.find(company_id, id)) ?? unknownRelation());
  }

  /**
   * One statement, unless there is a duplicate: whether there is, the database decides as it writes.
   *
   * @param ignore_duplicate - lets a company in beside one with the same VAT number, identifier or address
   * @throws DomainError invalid_parameter: `ignore_duplicate` for a contact; invalid_address, duplicate_relation
   */
  async create(
    unit: UnitOfWork,
    company_id: string,
    input: RelationInput,
    ignore_duplicate?: boolean,
  ): Promise<Relation> {
    if (input.type === 'contact' && ignore_duplicate !== undefined) {
      throw new DomainError('invalid_parameter', 'ignore_duplicate: does not apply to a contact');
    }
    const relation = newRelation(input, this.ids.next(), this.clock.now());
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const stored = ignore_duplicate
        ? await this.storeShared(unit, company_id, relation)
        : await unit.createRelation(company_id, relation);
      if (stored) return stored;
      const identities = identitiesOf(relation);
      const holders = await unit.read(({ relations }) => relations.findHolders(company_id, identities));
      if (holders.length > 0) throw duplicateRelation(holders);
      // The duplicate has been deleted since.
    }
    throw new Error('A duplicate comes and goes faster than it can be looked at.');
  }

  /** @throws DomainError not_found, validation_error, precondition_failed, field_not_editable, invalid_address, duplicate_relation */
  update(
    unit: UnitOfWork,
    company_id: string,
    id: string,
    patch: RelationPatch,
    if_match: IfMatch,
  ): Promise<Relation> {
    return unit.transaction(async ({ relations }) => {
      const found = await relations.lock(company_id, id);
      assertWellFormed(patch, found?.type);
      const relation = found ?? unknownRelation();
      assertVersion(if_match, relation.version);
      const next = changedRelation(relation, patch, this.clock.now());
      await relations.save(company_id, relation, next);
      return next;
    });
  }

  /**
   * Its delivery locations go along.
   *
   * @throws DomainError not_found, precondition_failed, relation_in_use
   */
  delete(unit: UnitOfWork, company_id: string, id: string, if_match: IfMatch): Promise<void> {
    return unit.transaction(async ({ relations }) => {
      const relation = (await relations.lockForDeletion(company_id, id)) ?? unknownRelation();
      assertVersion(if_match, relation.version);
      assertDeletable(await relations.findBlockers(company_id, id));
      await relations.release(company_id, id, identitiesOf(relation));
      await relations.delete(company_id, id);
    });
  }

  /** Whatever other relations have the same identities. */
  private storeShared(unit: UnitOfWork, company_id: string, relation: Relation): Promise<Relation> {
    return unit.statement(
      async ({ relations }) => {
        await relations.insertAll(company_id, [relation], true);
        return relation;
      },
      ({ relations }) => relations.find(company_id, relation.id),
    );
  }
}

function unknownRelation(): never {
  throw new DomainError('not_found', 'No such relation.');
}
