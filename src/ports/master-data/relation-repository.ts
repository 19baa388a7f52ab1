import type { Blocker, Relation, RelationType } from '../../domain/master-data/relation';
import type { Holder, Identity } from '../../domain/master-data/relation-identity';
import type { Page, PageRequest } from '../page';

/** Filters of a list. Identities are compared by `identityKey`, the email without case. */
export interface RelationFilters {
  readonly type?: RelationType | undefined;
  readonly country_code?: string | undefined;
  readonly vat?: string | undefined;
  readonly identifier?: string | undefined;
  readonly electronic_address?: string | undefined;
  readonly email?: string | undefined;
  readonly external_id?: string | undefined;
  /** Part of the name, three characters or more, compared without case; no character is a wildcard. */
  readonly q?: string | undefined;
  readonly updated_since?: Date | undefined;
}

/**
 * Relations of one company; a relation of another company is not found. Each identity (VAT number, identifier,
 * electronic address) is claimed by one of the relations that have it. Other relations with the same identity were
 * created with `ignore_duplicate`; the oldest of them gets the claim when its holder is deleted or changed.
 */
export interface RelationRepository {
  find(company_id: string, id: string): Promise<Relation | undefined>;
  /** Can also be sorted by `name`. */
  list(company_id: string, filters: RelationFilters, page: PageRequest): Promise<Page<Relation>>;
  /** Locks the relation until the transaction ends; new rows may still refer to it. */
  lock(company_id: string, id: string): Promise<Relation | undefined>;
  /** Locks the relation until the transaction ends; new rows that refer to it wait. */
  lockForDeletion(company_id: string, id: string): Promise<Relation | undefined>;
  /**
   * Stores the relations and claims their identities; all of them or none.
   *
   * @param options - `ignore_duplicate`: identities that other relations have claimed are accepted, and left to those
   *   relations
   * @throws DomainError duplicate_relation, unless `ignore_duplicate`; the error does not name the other relation
   */
  insertAll(
    company_id: string,
    relations: readonly Relation[],
    options?: { readonly ignore_duplicate: boolean },
  ): Promise<void>;
  /** Finds the relations that have claimed the identities, in the order of the kinds. */
  findHolders(company_id: string, identities: readonly Identity[]): Promise<Holder[]>;
  /**
   * Passes the relation's claims on the identities to the oldest other relation that has them, or deletes the claims.
   */
  release(company_id: string, id: string, identities: readonly Identity[]): Promise<void>;
  /**
   * Stores a changed relation, which is locked, and claims its new identities; nothing when `after` is `before`.
   *
   * @throws DomainError duplicate_relation when another relation has claimed a new identity; the transaction must then
   *   be rolled back
   */
  save(company_id: string, before: Relation, after: Relation): Promise<void>;
  /** Counts the rows that refer to the relation, by kind. None is added while it is locked for deletion. */
  findBlockers(company_id: string, id: string): Promise<Blocker[]>;
  /** Deletes the relation with its delivery locations, after its claims were released. */
  delete(company_id: string, id: string): Promise<void>;
}
