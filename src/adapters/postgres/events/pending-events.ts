import { CompiledQuery, type Kysely } from 'kysely';
import type { NewEvent } from '../../../domain/events/event';
import type { EventRepository } from '../../../ports/events/event-repository';
import type { Creation } from '../../../ports/events/recorder';
import type { DB } from '../database';

const APPEND = `
insert into pending_event (company_id, event)
select $1, e.event from unnest(string_to_array($2, e'\\x1f')) with ordinality as e (event, position) order by position`;

/**
 * The events of documents that the statement before it in the transaction has stored; none for a document that it has
 * refused. The number and the digest, which depends on it, replace their placeholders.
 */
const APPEND_DOCUMENTS = `
insert into pending_event (company_id, event)
select $1, replace(
  replace(e.event, p.number, n.number), '"digest of ' || e.id || '"',
  '"' || encode(sha256(convert_to(replace(e.digested, p.number, n.number), 'UTF8')), 'hex') || '"'
)
from unnest($2::uuid[], string_to_array($3, e'\\x1f'), string_to_array($4, e'\\x1f'))
  with ordinality as e (id, event, digested, position)
join document d on d.company_id = $1 and d.id = e.id
cross join lateral (values ('"number of ' || e.id || '"')) as p (number)
cross join lateral (values (to_json(d.number)::text)) as n (number)
order by e.position`;

/** Like `APPEND_DOCUMENTS` for relations, which have no values that a statement computes. */
const APPEND_RELATIONS = `
insert into pending_event (company_id, event)
select $1, replace(
  e.event, '"digest of ' || e.id || '"', '"' || encode(sha256(convert_to(e.digested, 'UTF8')), 'hex') || '"'
)
from unnest($2::uuid[], string_to_array($3, e'\\x1f'), string_to_array($4, e'\\x1f'))
  with ordinality as e (id, event, digested, position)
join relation r on r.company_id = $1 and r.id = e.id
order by e.position`;

/** Separates texts in one parameter. JSON text contains no control characters. */
const SEPARATOR = '\u001f';

export class PostgresEventRepository implements EventRepository {
  /** Companies whose events were stored. */
  readonly companies = new Set<string>();

  constructor(private readonly db: Kysely<DB>) {}

  async append(company_id: string, events: readonly NewEvent[]): Promise<void> {
    if (events.length === 0) return;
    this.companies.add(company_id);
    await this.db.executeQuery(CompiledQuery.raw(APPEND, [company_id, textsOf(events)]));
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
    textsOf(creations.map(({ event }) => event)),
    creations.map(({ digested }) => digested).join(SEPARATOR),
  ]);
}

function textsOf(events: readonly NewEvent[]): string {
  return events.map((event) => JSON.stringify(event)).join(SEPARATOR);
}
