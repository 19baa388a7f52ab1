import { DomainError, existing } from '../../domain/errors';
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
import { ExternalIdTaken } from '../../ports/own-data';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work';
import { OwnDataOf } from '../own-data';

/** Maximum number of attempts to create a relation whose duplicate is deleted before the error can name it. */
const MAX_ATTEMPTS = 5;

/** Customers and suppliers of a company. */
export class Relations {
  readonly own_data: OwnDataOf<Relation>;

  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {
    this.own_data = new OwnDataOf(clock, 'relation', ({ relations }) => relations);
  }

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
    return unit.read(async ({ relations }) => existing(await relations.find(company_id, id), 'relation'));
  }

  /**
   * Creates a relation in one statement. The database detects duplicates by unique indexes; further statements follow
   * only for a duplicate.
   *
   * @param ignore_duplicate - whether another relation may have the same VAT number, identifier or electronic address
   * @throws DomainError invalid_parameter when a contact has `ignore_duplicate`; invalid_address, duplicate_relation,
   *   external_id_in_use
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
    return this.own_data.write(unit, company_id, relation, () =>
      ignore_duplicate
        ? this.storeShared(unit, company_id, relation)
        : this.storeUnique(unit, company_id, relation),
    );
  }

  /**
   * @throws DomainError not_found, validation_error, precondition_failed, field_not_editable, invalid_address,
   *   duplicate_relation, external_id_in_use
   */
  update(
    unit: UnitOfWork,
    company_id: string,
    id: string,
    patch: RelationPatch,
    if_match: IfMatch,
  ): Promise<Relation> {
    const store = async ({ relations }: Repositories) => {
      const found = await relations.lock(company_id, id);
      assertWellFormed(patch, found);
      const relation = existing(found, 'relation');
      assertVersion(if_match, relation.version);
      const next = changedRelation(relation, patch, this.clock.now());
      await relations.save(company_id, relation, next);
      return next;
    };
    return this.own_data.write(unit, company_id, patch, () => unit.transaction(store));
  }

  /**
   * Deletes the relation with its delivery locations.
   *
   * @throws DomainError not_found, precondition_failed, relation_in_use
   */
  delete(unit: UnitOfWork, company_id: string, id: string, if_match: IfMatch): Promise<void> {
    return unit.transaction(async ({ relations }) => {
      const relation = existing(await relations.lockForDeletion(company_id, id), 'relation');
      assertVersion(if_match, relation.version);
      assertDeletable(await relations.findBlockers(company_id, id));
      await relations.release(company_id, id, identitiesOf(relation));
      await relations.delete(company_id, id);
    });
  }

  /**
   * Stores the relation unless another one has one of its identities. A statement that finds an identity and the
   * `external_id` taken reports either of them; the identity takes precedence.
   */
  private async storeUnique(unit: UnitOfWork, company_id: string, relation: Relation): Promise<Relation> {
    const identities = identitiesOf(relation);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const stored = await unit.createRelation(company_id, relation).catch(externalIdTaken);
      if (stored && !(stored instanceof ExternalIdTaken)) return stored;
      const holders = await unit.read(({ relations }) => relations.findHolders(company_id, identities));
      if (holders.length > 0) throw duplicateRelation(holders);
      if (stored) throw stored;
      // The duplicate has been deleted since.
    }
    throw new Error('A duplicate of the relation was created and deleted during each attempt.');
  }

  /** Stores the relation although other relations have the same identities. */
  private storeShared(unit: UnitOfWork, company_id: string, relation: Relation): Promise<Relation> {
    return unit.transaction(async ({ relations }) => {
      await relations.insertAll(company_id, [relation], { ignore_duplicate: true });
      return relation;
    });
  }
}

function externalIdTaken(error: unknown): ExternalIdTaken {
  if (error instanceof ExternalIdTaken) return error;
  throw error;
}
