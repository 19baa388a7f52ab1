import { type Address, type AddressInput, addressOf } from '../values/address';
import type { Language } from './company';
import { DomainError } from '../errors';
import { changedOwnData, type OwnData, type OwnDataInput, ownDataOf } from '../values/own-data';
import { type Validated, valueOf } from '../values/validated';
import { firstVersion, revised } from '../version';

export const RELATION_TYPES = ['company', 'contact'] as const;
export type RelationType = (typeof RELATION_TYPES)[number];

/** The fields that only relations of one type have. */
const MEMBERS_OF = {
  company: ['name', 'vat', 'identifier', 'electronic_address', 'website'],
  contact: ['first_name', 'last_name'],
} as const satisfies Record<RelationType, readonly string[]>;

const COMMON_MEMBERS = [
  'email',
  'phone',
  'language',
  'iban',
  'bic',
  'payment_term_days',
  'buyer_reference',
  'note',
] as const satisfies readonly (keyof CommonMembers)[];

export const RELATION_READ_ONLY = ['id', 'type', 'created_at', 'updated_at'] as const;

interface CommonMembers {
  readonly email: string | null;
  readonly phone: string | null;
  /** Language of the relation's documents; null: the company's language. */
  readonly language: Language | null;
  /** Required for the creation of a document. */
  readonly address: Address | null;
  /** Account to which the company pays the relation; upper case without spaces. */
  readonly iban: string | null;
  readonly bic: string | null;
  /** Days from a document's issue date to its due date, 0 to 365. */
  readonly payment_term_days: number | null;
  /** Default buyer reference (BT-10) of the relation's documents. */
  readonly buyer_reference: string | null;
  readonly note: string | null;
}

interface CompanyMembers {
  readonly name: string;
  /** Upper case without separators, beginning with a country code. */
  readonly vat: string | null;
  /** Number in a register of organisations, in any form. */
  readonly identifier: string | null;
  /** `scheme:value`. */
  readonly electronic_address: string | null;
  readonly website: string | null;
}

interface ContactMembers {
  readonly first_name: string | null;
  readonly last_name: string;
}

interface Stored extends OwnData {
  readonly id: string;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export type CompanyRelation = Stored & CommonMembers & CompanyMembers & { readonly type: 'company' };
export type ContactRelation = Stored & CommonMembers & ContactMembers & { readonly type: 'contact' };

/** A customer or supplier: a company, or a person. */
export type Relation = CompanyRelation | ContactRelation;

type Optional<T> = { readonly [Member in keyof T]?: T[Member] | null | undefined };

type CommonInput = Optional<Omit<CommonMembers, 'address'>> &
  OwnDataInput & {
    readonly address?: AddressInput | null | undefined;
  };
export type CompanyRelationInput = CommonInput &
  Optional<Omit<CompanyMembers, 'name'>> & { readonly type: 'company'; readonly name: string };
export type ContactRelationInput = CommonInput &
  Optional<Omit<ContactMembers, 'last_name'>> & { readonly type: 'contact'; readonly last_name: string };

/** The fields of a creation; `null` means left out. */
export type RelationInput = CompanyRelationInput | ContactRelationInput;

/** @throws DomainError invalid_address */
export function newRelation(input: RelationInput, id: string, now: Date): Relation {
  const stored: Stored = { id, ...ownDataOf(input), ...firstVersion(now) };
  const common: CommonMembers = {
    email: input.email ?? null,
    phone: input.phone ?? null,
    language: input.language ?? null,
    address: input.address ? addressOf(input.address) : null,
    iban: input.iban ?? null,
    bic: input.bic ?? null,
    payment_term_days: input.payment_term_days ?? null,
    buyer_reference: input.buyer_reference ?? null,
    note: input.note ?? null,
  };
  if (input.type === 'contact') {
    const { type, first_name = null, last_name } = input;
    return { ...stored, ...common, type, first_name, last_name };
  }
  const { type, name, vat = null, identifier = null, electronic_address = null, website = null } = input;
  return { ...stored, ...common, type, name, vat, identifier, electronic_address, website };
}

/**
 * The fields of a PATCH, for relations of both types. A field that is left out is unchanged, `null` clears it. The
 * address and the fields of one type only carry the result of their validation, since it depends on the stored
 * relation.
 */
export type RelationPatch = Omit<CommonInput, 'address'> & {
  readonly address?: Validated<AddressInput | null> | undefined;
} & {
  readonly [Member in keyof (CompanyMembers & ContactMembers)]?:
    Validated<(CompanyMembers & ContactMembers)[Member]> | undefined;
} & { readonly [Member in (typeof RELATION_READ_ONLY)[number]]?: unknown };

/**
 * Reports schema errors in the address, and in the fields that only one type has.
 *
 * @param relation - undefined when there is no such relation; the fields of both types are then validated
 * @throws DomainError validation_error
 */
export function assertWellFormed(patch: RelationPatch, relation: Relation | undefined): void {
  if (patch.address) valueOf(patch.address, relation?.address);
  ownMembers(patch, relation);
}

/** The given fields that only one type has. @throws DomainError validation_error */
function ownMembers(patch: RelationPatch, relation: Relation | undefined): Record<string, unknown> {
  const members = relation ? MEMBERS_OF[relation.type] : Object.values(MEMBERS_OF).flat();
  const present: Readonly<Record<string, unknown>> = { ...relation };
  const given: Record<string, unknown> = {};
  for (const member of members) {
    const validated = patch[member];
    if (validated) given[member] = valueOf<unknown>(validated, present[member]);
  }
  return given;
}

/**
 * @param patch - accepted by `assertWellFormed`
 * @returns the changed relation; the same object when no field differs
 * @throws DomainError field_not_editable, invalid_address
 */
export function changedRelation(relation: Relation, patch: RelationPatch, now: Date): Relation {
  assertEditable(patch, relation.type);
  const given = ownMembers(patch, relation);
  for (const member of COMMON_MEMBERS) if (patch[member] !== undefined) given[member] = patch[member];
  const address = patch.address && valueOf(patch.address, relation.address);
  if (address !== undefined) given['address'] = address && addressOf(address);
  return revised(relation, { ...given, ...changedOwnData(relation, patch) }, now);
}

/** @throws DomainError field_not_editable */
function assertEditable(patch: RelationPatch, type: RelationType): void {
  const read_only = [...RELATION_READ_ONLY, ...MEMBERS_OF[type === 'company' ? 'contact' : 'company']];
  const refused = read_only.find((member) => patch[member] !== undefined);
  if (refused) throw new DomainError('field_not_editable', `${refused}: cannot be changed on this relation`);
}

/** A kind of reference that prevents the deletion of a relation, and the number of such references. */
export interface Blocker {
  /** `document`, `subscription`, `timesheet_line` … */
  readonly kind: string;
  readonly count: number;
}

/** @throws DomainError relation_in_use */
export function assertDeletable(blockers: readonly Blocker[]): void {
  if (blockers.length === 0) return;
  const what = blockers.map(({ kind, count }) => `${count} × ${kind.replaceAll('_', ' ')}`).join(', ');
  throw new DomainError('relation_in_use', `The relation is still in use: ${what}.`, {
    details: blockers.map(({ kind, count }) => ({ kind, count })),
  });
}
