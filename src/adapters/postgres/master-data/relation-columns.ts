import type { Selectable } from 'kysely';
import type { Relation } from '../../../domain/master-data/relation';
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
