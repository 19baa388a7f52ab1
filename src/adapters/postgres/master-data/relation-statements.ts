import type { Relation } from '../../../domain/master-data/relation';
import { IDENTITY_KINDS, identitiesOf } from '../../../domain/master-data/relation-identity';
import { ALL_KEYS_FREE, RESPONSES, storeResponses, TAKEN_IDS } from '../idempotency/keyed-rows';
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
 * Inserts any number of relations with one statement text and one round trip. Identities are inserted in a fixed order,
 * and relations by `external_id`, so that two statements can deadlock only when one of them has an identity and the other
 * one an `external_id` that both insert. PostgreSQL then aborts one of them, and it is repeated.
 *
 * $2: the relations; $3: their identities.
 */
export const INSERT = `
with stored as (
  insert into relation (company_id, ${COLUMNS})
  select $1, ${COLUMNS} from json_populate_recordset(null::relation, $2) order by external_id
)
insert into relation_identity (company_id, kind, value, relation_id)
select $1, kind, value, relation_id from json_populate_recordset(null::relation_identity, $3)
order by ${RANK}, value`;

/** Like `INSERT`, and stores the responses to keyed requests (`$2`, `$3`). Returns the ids whose keys are taken. */
export const INSERT_KEYED = `
with ${RESPONSES}, stored as (
  insert into relation (company_id, ${COLUMNS})
  select $1, ${COLUMNS} from json_populate_recordset(null::relation, $4)
  where ${ALL_KEYS_FREE}
  order by external_id
  returning id
), claimed as (
  insert into relation_identity (company_id, kind, value, relation_id)
  select $1, kind, value, relation_id from json_populate_recordset(null::relation_identity, $5)
  where ${ALL_KEYS_FREE}
  order by ${RANK}, value
), kept_response as (
  ${storeResponses('stored')}
)
${TAKEN_IDS}`;

export const IDENTITY_KEY = ['company_id', 'kind', 'value'] as const;

export const INSERT_SHARED = `${INSERT}
on conflict (${IDENTITY_KEY.join(', ')}) do update set relation_id = ${AS_IT_WAS}`;

/** The relations and their identities as JSON. */
export function parametersOf(relations: readonly Relation[]): [string, string] {
  const rows = relations.map((relation) => ({ ...relation, ...membersOf(relation) }));
  const claimed = relations.flatMap((relation) =>
    identitiesOf(relation).map((identity) => ({ ...identity, relation_id: relation.id })),
  );
  return [JSON.stringify(rows), JSON.stringify(claimed)];
}
