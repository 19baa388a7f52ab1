import { foldCase } from '../values/case-fold';
import { firstCodePoints } from '../values/code-points';
import type { CompanyRelation, ContactRelation } from './relation';

type Named =
  Pick<CompanyRelation, 'type' | 'name'> | Pick<ContactRelation, 'type' | 'first_name' | 'last_name'>;

/** The name as printed on documents: `Janssens BV`, `Piet Janssens`. */
export function displayName(relation: Named): string {
  return relation.type === 'company' ? relation.name : joined(relation.first_name, relation.last_name);
}

/** A longer name does not fit into a cursor. Names with an equal beginning are sorted by id. */
const MAX_SORTED = 255;

/** The name as lists sort it, without case; the last name of a contact comes first: `JANSSENS PIET`. */
export function sortName(relation: Named): string {
  const name = relation.type === 'company' ? relation.name : joined(relation.last_name, relation.first_name);
  return firstCodePoints(foldCase(name), MAX_SORTED);
}

/** The text that a name search matches, without case. It has the names of a contact in both orders. */
export function searchName(relation: Named): string {
  if (relation.type === 'company') return foldCase(relation.name);
  const { first_name, last_name } = relation;
  return foldCase(joined(first_name, last_name, first_name));
}

function joined(...names: (string | null)[]): string {
  return names.filter((name) => name !== null).join(' ');
}
