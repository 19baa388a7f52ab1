import type { Kysely } from 'kysely';
import type { LoggedEvent } from '../../../ports/events/event-log';
import type { EarlierEvents, EventHistory } from '../../../ports/events/event-history';
import type { DB } from '../database';
import { rowsOf } from '../rows-of';

const LOGGED = 'e.position::float8 as position, e.id, e.type, e.resource_id, e.body';

/** @param $3 - the first position that is looked at */
const BEFORE = `
select ${LOGGED} from event e
where e.company_id = $1 and e.position < $2 and e.position >= $3 and ($4::text[] is null or e.type = any($4))
order by e.position desc limit $5`;

/** Each branch has an index of its own: event_of_resource, event_of_attachment. */
const OF_DOCUMENT = `
(select ${LOGGED} from event e
where e.company_id = $1 and e.resource_id = $2 and e.position < $3
order by e.position desc limit $4)
union all
(select ${LOGGED} from event e
where e.company_id = $1 and (e.body::jsonb) #>> '{data,document_id}' = $2 and e.position < $3
  and e.type in ('attachment.created', 'attachment.deleted')
order by e.position desc limit $4)
order by 1 desc limit $4`;

/** Index: event_of_resource, one probe for each resource. */
const DELETED = `
select r.id from unnest($2::text[]) as r (id)
where (
  select e.type from event e where e.company_id = $1 and e.resource_id = r.id order by e.position desc limit 1
) like '%.deleted'`;

/** How many events one page looks at, when few of them have the types. */
const LOOKED_AT = 10_000;

export class PostgresEventHistory implements EventHistory {
  constructor(private readonly db: Kysely<DB>) {}

  async before(
    company_id: string,
    before: number,
    limit: number,
    types: readonly string[] | undefined,
  ): Promise<EarlierEvents> {
    const from = Math.max(before - LOOKED_AT, 1);
    const events = await rowsOf<LoggedEvent>(this.db, BEFORE, [
      company_id,
      before,
      from,
      types ?? null,
      limit,
    ]);
    const last = events.length === limit ? events.at(-1)!.position : from;
    return { events, before: last, has_more: last > 1 };
  }

  async ofDocument(
    company_id: string,
    document_id: string,
    before: number,
    limit: number,
  ): Promise<EarlierEvents> {
    const found = await rowsOf<LoggedEvent>(this.db, OF_DOCUMENT, [
      company_id,
      document_id,
      before,
      limit + 1,
    ]);
    const events = found.slice(0, limit);
    return { events, before: events.at(-1)?.position ?? before, has_more: found.length > limit };
  }

  async deleted(company_id: string, resource_ids: readonly string[]): Promise<readonly string[]> {
    const rows = await rowsOf<{ readonly id: string }>(this.db, DELETED, [company_id, resource_ids]);
    return rows.map(({ id }) => id);
  }
}
