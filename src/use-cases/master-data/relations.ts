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
import { Batches, type Waiting } from '../batches';

/** Of a creation whose duplicate is gone each time that it is looked for. */
const MAX_ATTEMPTS = 5;

/** More would make one duplicate cost its neighbours too much. */
const MAX_BATCH = 64;

/** Customers and suppliers of a company. */
export class Relations {
  /**
   * By company: while one statement writes, what is created meanwhile waits, and the next statement writes it all.
   * What a round trip and a commit cost is then shared by those that come at the same time.
   */
  private readonly creations = new Batches<Relation, boolean>(
    (company_id, waiting) => this.storeTogether(company_id, waiting.slice(0, MAX_BATCH)),
    () => this.unitOfWork.deadlines,
  );

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  list(company_id: string, filters: RelationFilters, page: PageRequest): Promise<Page<Relation>> {
    return this.unitOfWork.read(({ relations }) => relations.list(company_id, filters, page));
  }

  /** @throws DomainError not_found */
  get(company_id: string, id: string): Promise<Relation> {
    return this.unitOfWork.read(
      async ({ relations }) => (await relations.find(company_id, id)) ?? unknownRelation(),
    );
  }

  /**
   * One statement, unless there is a duplicate: whether there is, the database decides as it writes.
   *
   * @param ignore_duplicate - lets a company in beside one with the same VAT number, identifier or address
   * @throws DomainError invalid_parameter: `ignore_duplicate` for a contact; invalid_address, duplicate_relation
   */
  async create(company_id: string, input: RelationInput, ignore_duplicate?: boolean): Promise<Relation> {
    if (input.type === 'contact' && ignore_duplicate !== undefined) {
      throw new DomainError('invalid_parameter', 'ignore_duplicate: does not apply to a contact');
    }
    const relation = newRelation(input, this.ids.next(), this.clock.now());
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const stored =
        ignore_duplicate || this.unitOfWork.isSurrounded
          ? this.areStored(company_id, [relation], ignore_duplicate ?? false)
          : this.creations.add(company_id, relation);
      if (await stored) return relation;
      const identities = identitiesOf(relation);
      const holders = await this.unitOfWork.read(({ relations }) =>
        relations.findHolders(company_id, identities),
      );
      if (holders.length > 0) throw duplicateRelation(holders);
      // The duplicate has been deleted since: then there is room.
    }
    throw new Error('A duplicate comes and goes faster than it can be looked at.');
  }

  /** @throws DomainError not_found, validation_error, precondition_failed, field_not_editable, invalid_address, duplicate_relation */
  update(company_id: string, id: string, patch: RelationPatch, if_match: IfMatch): Promise<Relation> {
    return this.unitOfWork.transaction(async ({ relations }) => {
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
  delete(company_id: string, id: string, if_match: IfMatch): Promise<void> {
    return this.unitOfWork.transaction(async ({ relations }) => {
      const relation = (await relations.lockForDeletion(company_id, id)) ?? unknownRelation();
      assertVersion(if_match, relation.version);
      assertDeletable(await relations.findBlockers(company_id, id));
      await relations.release(company_id, id, identitiesOf(relation));
      await relations.delete(company_id, id);
    });
  }

  /**
   * Where one of them has a duplicate, each stands for itself, and shows whether it is the one. Any other failure is
   * none of theirs, and ends the turn.
   */
  private async storeTogether(
    company_id: string,
    waiting: readonly Waiting<Relation, boolean>[],
  ): Promise<void> {
    const relations = waiting.map(({ item }) => item);
    const together = await this.areStored(company_id, relations, false);
    for (const one of waiting) {
      const isDecided = together || waiting.length === 1;
      one.resolve(isDecided ? together : await this.areStored(company_id, [one.item], false));
    }
  }

  /** @returns false when an identity of theirs is another's: none of them is stored then */
  private async areStored(
    company_id: string,
    relations: readonly Relation[],
    share: boolean,
  ): Promise<boolean> {
    try {
      return await this.unitOfWork.statement(
        async (repositories) => {
          await repositories.relations.insertAll(company_id, relations, share);
          return true;
        },
        async (repositories) => (await repositories.relations.find(company_id, relations[0]!.id)) && true,
      );
    } catch (error) {
      // The statement says that there is a duplicate; which one is looked up after it was undone.
      if (error instanceof DomainError && error.error === 'duplicate_relation') return false;
      throw error;
    }
  }
}

function unknownRelation(): never {
  throw new DomainError('not_found', 'No such relation.');
}
