import {
  assertLocationDeletable,
  changedDeliveryLocation,
  type DeliveryLocation,
  type DeliveryLocationInput,
  type DeliveryLocationPatch,
  newDeliveryLocation,
} from '../../domain/master-data/delivery-location';
import { existing } from '../../domain/errors';
import { assertVersion, type IfMatch } from '../../domain/version';
import type { Clock } from '../../ports/clock';
import type { DeliveryLocationFilters } from '../../ports/master-data/delivery-location-repository';
import type { Ids } from '../../ports/ids';
import type { Page, PageRequest } from '../../ports/page';
import type { UnitOfWork } from '../../ports/unit-of-work';

/** The delivery locations of a relation. Every operation first checks that the relation exists (`not_found`). */
export class DeliveryLocations {
  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** @throws DomainError not_found */
  list(
    unit: UnitOfWork,
    company_id: string,
    relation_id: string,
    filters: DeliveryLocationFilters,
    page: PageRequest,
  ): Promise<Page<DeliveryLocation>> {
    return unit.read(async ({ delivery_locations, relations }) => {
      const found = await delivery_locations.list(company_id, relation_id, filters, page);
      // A relation with locations exists; only an empty list needs the check.
      if (found.data.length === 0) existing(await relations.find(company_id, relation_id), 'relation');
      return found;
    });
  }

  /** @throws DomainError not_found */
  get(unit: UnitOfWork, company_id: string, relation_id: string, id: string): Promise<DeliveryLocation> {
    return unit.read(async ({ delivery_locations }) =>
      existing(await delivery_locations.find(company_id, relation_id, id), 'delivery location'),
    );
  }

  /** @throws DomainError not_found, invalid_address, invalid_identifier */
  async create(
    unit: UnitOfWork,
    company_id: string,
    relation_id: string,
    input: DeliveryLocationInput,
  ): Promise<DeliveryLocation> {
    existing(await unit.read(({ relations }) => relations.find(company_id, relation_id)), 'relation');
    const location = newDeliveryLocation(input, this.ids.next(), this.clock.now());
    return unit.transaction(async ({ delivery_locations }) => {
      await delivery_locations.insert(company_id, relation_id, location);
      return location;
    });
  }

  /** @throws DomainError not_found, precondition_failed, field_not_editable, invalid_address, invalid_identifier */
  update(
    unit: UnitOfWork,
    company_id: string,
    relation_id: string,
    id: string,
    patch: DeliveryLocationPatch,
    if_match: IfMatch,
  ): Promise<DeliveryLocation> {
    return unit.transaction(async ({ delivery_locations }) => {
      const location = existing(
        await delivery_locations.lock(company_id, relation_id, id),
        'delivery location',
      );
      assertVersion(if_match, location.version);
      const next = changedDeliveryLocation(location, patch, this.clock.now());
      await delivery_locations.save(company_id, relation_id, location, next);
      return next;
    });
  }

  /** @throws DomainError not_found, precondition_failed, delivery_location_in_use */
  delete(
    unit: UnitOfWork,
    company_id: string,
    relation_id: string,
    id: string,
    if_match: IfMatch,
  ): Promise<void> {
    return unit.transaction(async ({ delivery_locations }) => {
      const location = existing(
        await delivery_locations.lockForDeletion(company_id, relation_id, id),
        'delivery location',
      );
      assertVersion(if_match, location.version);
      assertLocationDeletable(await delivery_locations.countDocuments(company_id, relation_id, id));
      await delivery_locations.delete(company_id, relation_id, id);
    });
  }
}
