import type { DeliveryLocation } from '../../domain/master-data/delivery-location';
import type { Page, PageRequest } from '../page';

export interface DeliveryLocationFilters {
  readonly identifier?: string | undefined;
  readonly updated_since?: Date | undefined;
}

/** Delivery locations of one relation of one company; a location of another relation or company is not found. */
export interface DeliveryLocationRepository {
  find(company_id: string, relation_id: string, id: string): Promise<DeliveryLocation | undefined>;
  list(
    company_id: string,
    relation_id: string,
    filters: DeliveryLocationFilters,
    page: PageRequest,
  ): Promise<Page<DeliveryLocation>>;
  /** Locks the location until the transaction ends; new documents may still refer to it. */
  lock(company_id: string, relation_id: string, id: string): Promise<DeliveryLocation | undefined>;
  /** Locks the location until the transaction ends; new documents that refer to it wait. */
  lockForDeletion(company_id: string, relation_id: string, id: string): Promise<DeliveryLocation | undefined>;
  /** @throws DomainError not_found when the relation does not exist */
  insert(company_id: string, relation_id: string, location: DeliveryLocation): Promise<void>;
  /** Stores a changed location, which is locked; stores nothing when `after` is `before`. */
  save(
    company_id: string,
    relation_id: string,
    before: DeliveryLocation,
    after: DeliveryLocation,
  ): Promise<void>;
  /** Number of documents with the location. It cannot grow while the location is locked for deletion. */
  countDocuments(company_id: string, relation_id: string, id: string): Promise<number>;
  delete(company_id: string, relation_id: string, id: string): Promise<void>;
}
