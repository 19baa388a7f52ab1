import { CompiledQuery } from 'kysely';
import type { Relation } from '../../../domain/master-data/relation';
import { IDENTITY_KINDS, identitiesOf } from '../../../domain/master-data/relation-identity';
import { membersOf, RELATION_COLUMNS } from './relation-columns';

const COLUMNS = [
  ...RELATION_COLUMNS,
  ...['sort_name', 'search_name', 'vat_key', 'identifier_key', 'electronic_address_key', 'email_key'],
].join(', ');

/** The order in which identities are locked and compared. */
export const RANK = `array_position(array[${IDENTITY_KINDS.map((kind) => `'${kind}'`).join(', ')}], kind)`;

/** Assigns the current value: the update waits for a concurrent insert or delete of the row, and locks the row. */
export const AS_IT_WAS = 'relation_identity.relation_id';

/**
 * Inserts any number of relations, by `external_id`, and then their identities in a fixed order, so that two
 * transactions can deadlock only when one of them has an identity and the other one an `external_id` that both insert.
 * PostgreSQL then aborts one of them, and it is repeated.
 */
const INSERT = `
insert into relation (company_id, ${COLUMNS})
select $1, ${COLUMNS} from json_populate_recordset(null::relation, $2) order by external_id
returning true`;

const identities = (conflict: string) => `
insert into relation_identity (company_id, kind, value, relation_id)
select $1, kind, value, relation_id from json_populate_recordset(null::relation_identity, $2)
order by ${RANK}, value${conflict}
returning true`;

export const IDENTITY_KEY = ['company_id', 'kind', 'value'] as const;

const INSERT_IDENTITIES = identities('');

const INSERT_SHARED_IDENTITIES = identities(`
on conflict (${IDENTITY_KEY.join(', ')}) do update set relation_id = ${AS_IT_WAS}`);

/** Inserts the earlier name ($3) of a relation ($2), by which its documents are found. */
export const KEEP_FORMER_NAME = `
insert into relation_former_name (company_id, relation_id, name)
select $1, id, $3 from relation where company_id = $1 and id = $2
on conflict do nothing
returning true`;

/**
 * The statements that store relations.
 *
 * @param ignore_duplicate - whether other relations may have the same identities
 */
export function insertRelations(
  company_id: string,
  relations: readonly Relation[],
  ignore_duplicate = false,
): [CompiledQuery, ...CompiledQuery[]] {
  const rows = relations.map((relation) => ({ ...relation, ...membersOf(relation) }));
  const claimed = relations.flatMap((relation) =>
    identitiesOf(relation).map((identity) => ({ ...identity, relation_id: relation.id })),
  );
  const insert = CompiledQuery.raw(INSERT, [company_id, JSON.stringify(rows)]);
  if (claimed.length === 0) return [insert];
  const text = ignore_duplicate ? INSERT_SHARED_IDENTITIES : INSERT_IDENTITIES;
  return [insert, CompiledQuery.raw(text, [company_id, JSON.stringify(claimed)])];
}
