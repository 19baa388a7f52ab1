import type { Selectable } from 'kysely';
import type { Relation } from '../../../domain/master-data/relation';
import { identitiesOf } from '../../../domain/master-data/relation-identity';
import { searchName, sortName } from '../../../domain/master-data/relation-name';
import { foldCase } from '../../../domain/values/case-fold';
import type { Relation as RelationTable } from '../database';

/** The columns of a relation that are read into the domain. */
export const RELATION_COLUMNS = [
  'id',
  'type',
  'name',
  'first_name',
  'last_name',
  'vat',
  'identifier',
  'electronic_address',
  'website',
  'email',
  'phone',
  'language',
  'address',
  'iban',
  'bic',
  'payment_term_days',
  'buyer_reference',
  'note',
  'external_id',
  'metadata',
  'version',
  'created_at',
  'updated_at',
] as const;

export type RelationRow = Pick<Selectable<RelationTable>, (typeof RELATION_COLUMNS)[number]>;

/** @throws Error for a row without the name that its type requires */
export function relationOf<Row extends RelationRow>(row: Row): Row & Relation {
  if (isCompany(row) || isContact(row)) return row;
  throw new Error(`The relation ${row.id} has no name.`);
}

function isCompany<Row extends RelationRow>(row: Row): row is Row & { type: 'company'; name: string } {
  return row.type === 'company' && row.name !== null;
}

function isContact<Row extends RelationRow>(row: Row): row is Row & { type: 'contact'; last_name: string } {
  return row.type === 'contact' && row.last_name !== null;
}

/** The columns that a change may update, including derived ones. */
export function membersOf(relation: Relation) {
  const { type, email, phone, language, address, iban, bic, payment_term_days, buyer_reference, note } =
    relation;
  const company = relation.type === 'company' ? relation : undefined;
  const contact = relation.type === 'contact' ? relation : undefined;
  const keys = Object.fromEntries(identitiesOf(relation).map(({ kind, value }) => [kind, value]));
  return {
    type,
    name: company?.name ?? null,
    first_name: contact?.first_name ?? null,
    last_name: contact?.last_name ?? null,
    vat: company?.vat ?? null,
    identifier: company?.identifier ?? null,
    electronic_address: company?.electronic_address ?? null,
    website: company?.website ?? null,
    email,
    phone,
    language,
    address,
    iban,
    bic,
    payment_term_days,
    buyer_reference,
    note,
    external_id: relation.external_id,
    metadata: relation.metadata,
    sort_name: sortName(relation),
    search_name: searchName(relation),
    vat_key: keys['vat'] ?? null,
    identifier_key: keys['identifier'] ?? null,
    electronic_address_key: keys['electronic_address'] ?? null,
    email_key: email === null ? null : foldCase(email),
    version: relation.version,
    updated_at: relation.updated_at,
  };
}
