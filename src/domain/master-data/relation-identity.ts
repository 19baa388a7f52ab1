import { foldCase, toNfc } from '../values/case-fold';
import { DomainError } from '../errors';
import type { Relation } from './relation';
import { SEPARATORS } from '../values/vat-number';

/**
 * The identities of a company relation. Each value is claimed by one relation at a time. Claims are taken in this order
 * everywhere, so that concurrent requests do not deadlock.
 */
export const IDENTITY_KINDS = ['vat', 'identifier', 'electronic_address'] as const;
export type IdentityKind = (typeof IDENTITY_KINDS)[number];

export interface Identity {
  readonly kind: IdentityKind;
  /** The result of `identityKey`. */
  readonly value: string;
}

/** The relation that has claimed an identity. */
export interface Holder {
  readonly kind: IdentityKind;
  readonly relation_id: string;
}

/** The key for comparing identities: the text without spaces, dots, dashes and case; null when that is empty. */
export function identityKey(text: string): string | null {
  // The upper case of a few Greek letters is not composed.
  return toNfc(foldCase(text.replace(SEPARATORS, ''))) || null;
}

/** The identities of a company, in the order of their kinds; a contact has none. */
export function identitiesOf(relation: Relation): Identity[] {
  if (relation.type === 'contact') return [];
  return IDENTITY_KINDS.flatMap((kind) => {
    const text = relation[kind];
    const value = text === null ? null : identityKey(text);
    return value === null ? [] : [{ kind, value }];
  });
}

/** The identities of `relation` that `other` does not have. */
export function identitiesBeyond(relation: Relation, other: Relation): Identity[] {
  const known = identitiesOf(other);
  return identitiesOf(relation).filter(
    ({ kind, value }) => !known.some((identity) => identity.kind === kind && identity.value === value),
  );
}

/** @param holders - the relations that have the identities; not empty. The first one is in the message */
export function duplicateRelation(holders: readonly Holder[]): DomainError {
  const [{ kind, relation_id }] = holders as [Holder];
  const ids = [...new Set(holders.map((holder) => holder.relation_id))];
  return new DomainError(
    'duplicate_relation',
    `A relation with this ${kind} exists already: ${relation_id}.`,
    {
      details: ids.map((id) => ({ relation_id: id })),
    },
  );
}
