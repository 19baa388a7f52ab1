import type { Relation } from '../../../domain/master-data/relation';
import { IDENTITY_KINDS, identitiesOf } from '../../../domain/master-data/relation-identity';
import { ALL_KEYS_FREE, RESPONSES, storeResponses, TAKEN_IDS } from '../idempotency/keyed-rows';
import { membersOf, RELATION_COLUMNS } from './relation-columns';

const COLUMNS = [
  ...RELATION_COLUMNS,
  ...['sort_name', 'search_name', 'vat_key', 'identifier_key', 'electronic_address_key', 'email_key'],
].join(', ');

/** The order in which claims are taken and looked at. */
export const RANK = `array_position(array[${IDENTITY_KINDS.map((kind) => `'${kind}'`).join(', ')}], kind)`;

/** Changes nothing, but waits for a claim that is being taken or left, and locks one that stands. */
export const AS_IT_WAS = 'relation_identity.relation_id';

/**
 * One text for any number of relations, and one round trip. Claims are taken in one order, so that two statements
 * cannot block each other.
 *
 * $2: the relations; $3: their claims.
 */
export const INSERT = `
with stored as (
  insert into relation (company_id, ${COLUMNS})
  select $1, ${COLUMNS} from json_populate_recordset(null::relation, $2)
)
insert into relation_identity (company_id, kind, value, relation_id)
select $1, kind, value, relation_id from json_populate_recordset(null::relation_identity, $3)
order by ${RANK}, value`;

/** As `INSERT`, with the responses that are stored under Idempotency-Keys as `$2` and `$3`. Returns ids whose keys are taken. */
export const INSERT_KEYED = `
with ${RESPONSES}, stored as (
  insert into relation (company_id, ${COLUMNS})
  select $1, ${COLUMNS} from json_populate_recordset(null::relation, $4)
  where ${ALL_KEYS_FREE}
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

/** JSON of the relations, and of their claims. */
export function parametersOf(relations: readonly Relation[]): [string, string] {
  const rows = relations.map((relation) => ({ ...relation, ...membersOf(relation) }));
  const claimed = relations.flatMap((relation) =>
    identitiesOf(relation).map((identity) => ({ ...identity, relation_id: relation.id })),
  );
  return [JSON.stringify(rows), JSON.stringify(claimed)];
}
