import { DomainError } from '../errors';
import { revised, type Versioned } from '../version';

/** Pairs of the caller's own names and values. */
export type Metadata = Readonly<Record<string, string>>;

/** What the caller's own system stores with a resource. It is never printed and never leaves over the network. */
export interface OwnData {
  /** The id of the resource in the caller's system; unique per company and kind of resource. */
  readonly external_id: string | null;
  /** `{}` when there is none. */
  readonly metadata: Metadata;
}

export type OwnDataInput = {
  readonly [Field in keyof OwnData]?: OwnData[Field] | null | undefined;
};

/** The own data of a new resource. */
export function ownDataOf({ external_id, metadata }: OwnDataInput): OwnData {
  return { external_id: external_id ?? null, metadata: metadata ?? {} };
}

/** The own data after a PATCH: a field that is left out is unchanged, `null` clears it. */
export function changedOwnData(before: OwnData, { external_id, metadata }: OwnDataInput): OwnData {
  return {
    external_id: external_id === undefined ? before.external_id : external_id,
    metadata: metadata === undefined ? before.metadata : (metadata ?? {}),
  };
}

/**
 * The resource after its own data are replaced, which every state allows. A field that is left out is cleared.
 *
 * @returns the same object when no field differs
 */
export function withOwnData<T extends OwnData & Versioned>(resource: T, input: OwnDataInput, now: Date): T {
  return revised<T, OwnData & Versioned>(resource, ownDataOf(input), now);
}

/** @param id - the resource that has the `external_id` */
export function externalIdInUse(id: string): DomainError {
  const message = `A resource with this external_id exists already: ${id}.`;
  return new DomainError('external_id_in_use', message, { details: [{ id }] });
}
