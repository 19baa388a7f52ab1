import { foldCase } from '../values/case-fold';
import { DomainError } from '../errors';
import type { Relation } from './relation';
import { SEPARATORS } from '../values/vat-number';

/** By what a company is known; each belongs to one relation at a time. Claims are always taken in this order. */
export const IDENTITY_KINDS = ['vat', 'identifier', 'electronic_address'] as const;
export type IdentityKind = (typeof IDENTITY_KINDS)[number];

export interface Identity {
  readonly kind: IdentityKind;
  /** As `identityKey` gives it. */
  readonly value: string;
}

/** Whom an identity belongs to. */
export interface Holder {
  readonly kind: IdentityKind;
  readonly relation_id: string;
}

/** How identities are compared: without spaces, dots, dashes and case. Null where nothing is left to compare. */
export function identityKey(text: string): string | null {
  return foldCase(text.replace(SEPARATORS, '')) || null;
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

/** The identities that `relation` has and `other` has not. */
export function identitiesBeyond(relation: Relation, other: Relation): Identity[] {
  const known = identitiesOf(other);
  return identitiesOf(relation).filter(
    ({ kind, value }) => !known.some((identity) => identity.kind === kind && identity.value === value),
  );
}

/** The refusal that names who is there already; `holders` is not empty. */
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
