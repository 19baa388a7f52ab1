import { CompiledQuery, type Kysely } from 'kysely';
import { pendingText } from '../../../domain/events/chain';
import type { NewEvent } from '../../../domain/events/event';
import type { EventRepository } from '../../../ports/events/event-repository';
import type { Creation } from '../../../ports/events/recorder';
import type { DB } from '../database';
import { joined, split } from '../joined-texts';

const APPEND = `
insert into pending_event (company_id, id, type, resource_id, event)
select $1, e.id, e.type, e.resource_id, e.event
from unnest($2::uuid[], $3::text[], $4::text[], ${split('$5')})
  with ordinality as e (id, type, resource_id, event, position)
order by position
returning true`;

/**
 * The events of documents that the statement before it in the transaction has stored; none for a document that it has
 * refused. The number and the digest, which depends on it, replace their placeholders. The scalar subquery is an index
 * look-up for each document; a join may be planned as a scan of the table. The `limit` keeps the statement from being
 * planned anew for each execution, as in `FIND` of documents.
 */
const APPEND_DOCUMENTS = `
insert into pending_event (company_id, id, type, resource_id, event)
select $1, n.event_id, 'document.created', n.id, replace(
  replace(n.event, n.placeholder, n.number), '"digest of ' || n.id || '"',
  '"' || encode(sha256(convert_to(replace(n.digested, n.placeholder, n.number), 'UTF8')), 'hex') || '"'
)
from (
  select e.*, '"number of ' || e.id || '"' as placeholder,
    (select to_json(d.number)::text from document d where d.company_id = $1 and d.id = e.id) as number
  from unnest($2::uuid[], $3::uuid[], ${split('$4')}, ${split('$5')})
    with ordinality as e (id, event_id, event, digested, position)
  limit cardinality($2::uuid[])
) n
where n.number is not null
order by n.position
returning true`;

/** Like `APPEND_DOCUMENTS` for relations, which have no values that a statement computes. */
const APPEND_RELATIONS = `
insert into pending_event (company_id, id, type, resource_id, event)
select $1, n.event_id, 'relation.created', n.id, replace(
  n.event, '"digest of ' || n.id || '"', '"' || encode(sha256(convert_to(n.digested, 'UTF8')), 'hex') || '"'
)
from (
  select e.*, (select r.id from relation r where r.company_id = $1 and r.id = e.id) as stored
  from unnest($2::uuid[], $3::uuid[], ${split('$4')}, ${split('$5')})
    with ordinality as e (id, event_id, event, digested, position)
  limit cardinality($2::uuid[])
) n
where n.stored is not null
order by n.position
returning true`;

export class PostgresEventRepository implements EventRepository {
  /** Companies whose events were stored. */
  readonly companies = new Set<string>();

  constructor(private readonly db: Kysely<DB>) {}

  async append(company_id: string, events: readonly NewEvent[]): Promise<void> {
    if (events.length === 0) return;
    this.companies.add(company_id);
    const values = [
      events.map(({ id }) => id),
      events.map(({ type }) => type),
      events.map(({ resource }) => resource.id),
      textsOf(events),
    ];
    await this.db.executeQuery(CompiledQuery.raw(APPEND, [company_id, ...values]));
  }
}

/** The statement that stores the events of new documents or relations, in the transaction that has stored these. */
export function appendCreations(
  table: 'document' | 'relation',
  company_id: string,
  creations: readonly Creation[],
): CompiledQuery {
  return CompiledQuery.raw(table === 'document' ? APPEND_DOCUMENTS : APPEND_RELATIONS, [
    company_id,
    creations.map(({ resource_id }) => resource_id),
    creations.map(({ event }) => event.id),
    textsOf(creations.map(({ event }) => event)),
    joined(creations.map(({ digested }) => digested)),
  ]);
}

function textsOf(events: readonly NewEvent[]): string {
  return joined(events.map(pendingText));
}
