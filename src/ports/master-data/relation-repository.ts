import type { Blocker, Relation, RelationType } from '../../domain/master-data/relation';
import type { Holder, Identity } from '../../domain/master-data/relation-identity';
import type { Page, PageRequest } from '../page';

/** Members that a list is narrowed by. Identities and the email are compared as `identityKey` and case allow. */
export interface RelationFilters {
  readonly type?: RelationType | undefined;
  readonly country_code?: string | undefined;
  readonly vat?: string | undefined;
  readonly identifier?: string | undefined;
  readonly electronic_address?: string | undefined;
  readonly email?: string | undefined;
  /** A part of the name, three characters or more, taken literally, without case. */
  readonly q?: string | undefined;
  readonly updated_since?: Date | undefined;
}

/**
 * Relations of one company; one of another company behaves as unknown. What a company is known by (its VAT number,
 * identifier, electronic address) is claimed by one relation, as long as any has it: whoever has it besides was let
 * in by `ignore_duplicate`, and inherits the claim when its holder goes or changes.
 */
export interface RelationRepository {
  find(company_id: string, id: string): Promise<Relation | undefined>;
  /** Sorts: `name` too. */
  list(company_id: string, filters: RelationFilters, page: PageRequest): Promise<Page<Relation>>;
  /** Locks the relation until the transaction ends; documents can still be made out to it. */
  lock(company_id: string, id: string): Promise<Relation | undefined>;
  /** Locks the relation until the transaction ends, against everything that would refer to it too. */
  lockForDeletion(company_id: string, id: string): Promise<Relation | undefined>;
  /**
   * Stores the relations and claims their identities; all of them, or none.
   *
   * @param share - identities that others hold are left to them
   * @throws DomainError duplicate_relation, which does not say of whom; not with `share`
   */
  insertAll(company_id: string, relations: readonly Relation[], share: boolean): Promise<void>;
  /** Who holds the identities, in the order of their kinds. */
  findHolders(company_id: string, identities: readonly Identity[]): Promise<Holder[]>;
  /** Passes what the relation holds of the identities on to the oldest other that has them, or drops the claim. */
  release(company_id: string, id: string, identities: readonly Identity[]): Promise<void>;
  /**
   * Stores a locked relation after a change, and what it claims; nothing when it is the same.
   *
   * @throws DomainError duplicate_relation: an identity that it has now is claimed by another; then the transaction has
   *   to be given up
   */
  save(company_id: string, before: Relation, after: Relation): Promise<void>;
  /** What refers to the relation, by kind. Lasting when it is locked for deletion. */
  findBlockers(company_id: string, id: string): Promise<Blocker[]>;
  /** Deletes the relation with its delivery locations; its claims were released before. */
  delete(company_id: string, id: string): Promise<void>;
}
