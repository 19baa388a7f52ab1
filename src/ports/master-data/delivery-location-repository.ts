import type { DeliveryLocation } from '../../domain/master-data/delivery-location';
import type { Page, PageRequest } from '../page';

export interface DeliveryLocationFilters {
  readonly identifier?: string | undefined;
  readonly updated_since?: Date | undefined;
}

/** Delivery locations of one relation of one company; those of another behave as unknown. */
export interface DeliveryLocationRepository {
  find(company_id: string, relation_id: string, id: string): Promise<DeliveryLocation | undefined>;
  list(
    company_id: string,
    relation_id: string,
    filters: DeliveryLocationFilters,
    page: PageRequest,
  ): Promise<Page<DeliveryLocation>>;
  /** Locks the location until the transaction ends; documents can still be delivered to it. */
  lock(company_id: string, relation_id: string, id: string): Promise<DeliveryLocation | undefined>;
  /** Locks the location until the transaction ends, against new documents too. */
  lockForDeletion(company_id: string, relation_id: string, id: string): Promise<DeliveryLocation | undefined>;
  /** @throws DomainError not_found when the relation is gone */
  insert(company_id: string, relation_id: string, location: DeliveryLocation): Promise<void>;
  /** Stores a locked location after a change; nothing when it is the same. */
  save(
    company_id: string,
    relation_id: string,
    before: DeliveryLocation,
    after: DeliveryLocation,
  ): Promise<void>;
  /** How many documents are delivered to the location. Lasting when it is locked for deletion. */
  countDocuments(company_id: string, relation_id: string, id: string): Promise<number>;
  delete(company_id: string, relation_id: string, id: string): Promise<void>;
}
