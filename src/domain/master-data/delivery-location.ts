import { type Address, type AddressInput, addressOf } from '../values/address';
import { DomainError } from '../errors';
import { firstVersion, revised } from '../version';

/** A place of a relation to which goods are delivered (BG-13). */
export interface DeliveryLocation {
  readonly id: string;
  /** BT-70. */
  readonly name: string | null;
  /** BT-71, in the scheme of `identifier_scheme` (ISO 6523 ICD, four digits). Both are set, or both null. */
  readonly identifier: string | null;
  readonly identifier_scheme: string | null;
  readonly address: Address;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const DELIVERY_LOCATION_READ_ONLY = ['id', 'created_at', 'updated_at'] as const;

interface Particulars {
  readonly name?: string | null | undefined;
  readonly identifier?: string | null | undefined;
  readonly identifier_scheme?: string | null | undefined;
}

export interface DeliveryLocationInput extends Particulars {
  readonly address: AddressInput;
}

/** A field that is left out is unchanged; `null` clears it. */
export type DeliveryLocationPatch = Particulars & {
  readonly address?: AddressInput | undefined;
} & { readonly [Member in (typeof DELIVERY_LOCATION_READ_ONLY)[number]]?: unknown };

/** @throws DomainError invalid_address, invalid_identifier */
export function newDeliveryLocation(input: DeliveryLocationInput, id: string, now: Date): DeliveryLocation {
  const location: DeliveryLocation = {
    id,
    name: input.name ?? null,
    identifier: input.identifier ?? null,
    identifier_scheme: input.identifier_scheme ?? null,
    address: addressOf(input.address),
    ...firstVersion(now),
  };
  assertIdentifier(location);
  return location;
}

/**
 * @returns the changed location; the same object when no field differs
 * @throws DomainError field_not_editable, invalid_address, invalid_identifier
 */
export function changedDeliveryLocation(
  location: DeliveryLocation,
  patch: DeliveryLocationPatch,
  now: Date,
): DeliveryLocation {
  const refused = DELIVERY_LOCATION_READ_ONLY.find((member) => patch[member] !== undefined);
  if (refused) throw new DomainError('field_not_editable', `${refused}: cannot be changed`);
  const { name = location.name, identifier = location.identifier, address } = patch;
  const { identifier_scheme = location.identifier_scheme } = patch;
  const changed: DeliveryLocation = {
    ...location,
    name,
    identifier,
    identifier_scheme,
    address: address ? addressOf(address) : location.address,
  };
  assertIdentifier(changed);
  return revised(location, changed, now);
}

/** @throws DomainError invalid_identifier */
function assertIdentifier({ identifier, identifier_scheme }: DeliveryLocation): void {
  if ((identifier === null) === (identifier_scheme === null)) return;
  throw new DomainError(
    'invalid_identifier',
    'identifier and identifier_scheme go together: fill both or neither.',
  );
}

/**
 * @param documents - number of documents with the location
 * @throws DomainError delivery_location_in_use
 */
export function assertLocationDeletable(documents: number): void {
  if (documents === 0) return;
  throw new DomainError(
    'delivery_location_in_use',
    `Documents are delivered to this location: ${documents}.`,
  );
}
