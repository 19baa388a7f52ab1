import { foldCase } from '../values/case-fold';
import { firstCodePoints } from '../values/code-points';
import type { CompanyRelation, ContactRelation } from './relation';

type Named =
  Pick<CompanyRelation, 'type' | 'name'> | Pick<ContactRelation, 'type' | 'first_name' | 'last_name'>;

/** As documents print it: `Janssens BV`, `Piet Janssens`. */
export function displayName(relation: Named): string {
  return relation.type === 'company' ? relation.name : joined(relation.first_name, relation.last_name);
}

/** More would not fit into a cursor; names that differ later only are told apart by their ids. */
const MAX_SORTED = 255;

/** As lists sort it, without case: a contact stands where a telephone book has it, `JANSSENS PIET`. */
export function sortName(relation: Named): string {
  const name = relation.type === 'company' ? relation.name : joined(relation.last_name, relation.first_name);
  return firstCodePoints(foldCase(name), MAX_SORTED);
}

/** What a part of a name is looked for in, without case: a contact is found in either order of its names. */
export function searchName(relation: Named): string {
  if (relation.type === 'company') return foldCase(relation.name);
  const { first_name, last_name } = relation;
  return foldCase(joined(first_name, last_name, first_name));
}

function joined(...names: (string | null)[]): string {
  return names.filter((name) => name !== null).join(' ');
}
