import { DomainError } from '../errors';
import type { Document } from './document';
import { DOCUMENT_TYPES } from './document-type';
import { assertBranding, assertDeliveryLocation, type FoundReferences, usableRelation } from './references';
import {
  appearanceOf,
  deliveryTo,
  parties,
  paymentAccount,
  relationParty,
  companyAndRelation,
} from './snapshots';

export type ChangedReferences = Pick<
  Document,
  | 'relation_id'
  | 'delivery_location_id'
  | 'branding_id'
  | 'seller'
  | 'buyer'
  | 'delivery'
  | 'payment'
  | 'branding'
>;

/** The references in a PATCH; a field left out is unchanged. */
interface Named {
  readonly relation_id?: string | undefined;
  readonly delivery_location_id?: string | null | undefined;
  readonly branding_id?: string | null | undefined;
}

/**
 * The references and snapshots of a document after a PATCH. A PATCH that names the present resource takes its snapshot
 * again. If that resource has been deleted, or the relation has no address any more, the old snapshot is kept.
 *
 * @throws DomainError invalid_relation, invalid_delivery_location, validation_error
 */
export function changedReferences(
  document: Document,
  patch: Named,
  found: Pick<FoundReferences, 'relation' | 'delivery_location' | 'branding'>,
): ChangedReferences {
  const { type } = document;
  const { company, relation: former } = companyAndRelation(document);
  const is_moved = patch.relation_id !== undefined && patch.relation_id !== document.relation_id;
  const is_usable = patch.relation_id !== undefined && found.relation?.address != null;
  const relation = is_moved || is_usable ? usableRelation(found.relation) : undefined;
  const relation_id = relation?.id ?? document.relation_id;

  const names_location = isRenewed(
    patch.delivery_location_id,
    document.delivery_location_id,
    found.delivery_location,
  );
  if (!names_location && document.delivery_location_id !== null && relation_id !== document.relation_id) {
    throw new DomainError(
      'invalid_delivery_location',
      "The document's delivery location is of its former relation.",
    );
  }
  const names_branding = isRenewed(patch.branding_id, document.branding_id, found.branding);
  const location = patch.delivery_location_id == null ? null : found.delivery_location;
  const branding = patch.branding_id == null ? null : found.branding;
  assertDeliveryLocation(names_location && patch.delivery_location_id !== null, location);
  assertBranding(names_branding && patch.branding_id !== null, branding);

  return {
    relation_id,
    ...parties(type, company, relation ? relationParty(relation) : former),
    payment:
      relation && DOCUMENT_TYPES[type].direction === 'purchase'
        ? paymentAccount(type, null, relation)
        : document.payment,
    delivery_location_id: names_location ? (location?.id ?? null) : document.delivery_location_id,
    delivery: names_location ? deliveryTo(location) : document.delivery,
    branding_id: names_branding ? (branding?.id ?? null) : document.branding_id,
    branding: names_branding ? appearanceOf(branding) : document.branding,
  };
}

/** Whether the snapshot is taken again: not when the PATCH names the present resource and it no longer exists. */
function isRenewed(given: string | null | undefined, present: string | null, found: object | null): boolean {
  return given !== undefined && (given !== present || found !== null);
}
