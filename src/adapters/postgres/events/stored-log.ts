import type { Kysely } from 'kysely';
import type { LoggedEvent } from '../../../ports/events/event-log';
import type { StoredLog, StoredRow } from '../../../ports/events/stored-log';
import type { DB } from '../database';
import { rowsOf } from '../rows-of';

const ROWS = `
select e.position::float8 as position, e.id, e.type, e.resource_id, encode(e.content, 'hex') as content,
  encode(e.hash, 'hex') as hash, e.body,
  not exists (
    select from event n where n.company_id = $1 and n.resource_id = e.resource_id and n.position > e.position
  ) as is_latest
from event e
where e.company_id = $1 and e.position > $2 and e.position <= $3
order by e.position
limit $4`;

const IS_SUPERSEDED = `
select exists (
  select from event where company_id = $1 and resource_id = $2 and position > $3
) as is_superseded`;

/** Each branch has an index of its own: event_of_resource, event_of_attachment. */
const OF_DOCUMENT = `
select e.position::float8 as position, e.id, e.type, e.resource_id, e.body
from event e where e.company_id = $1 and e.resource_id = $2
union all
select e.position::float8 as position, e.id, e.type, e.resource_id, e.body
from event e
where e.company_id = $1 and (e.body::jsonb) #>> '{data,document_id}' = $2
  and e.type in ('attachment.created', 'attachment.deleted')
order by 1`;

export class PostgresStoredLog implements StoredLog {
  constructor(private readonly db: Kysely<DB>) {}

  rows(company_id: string, after: number, until: number, limit: number): Promise<StoredRow[]> {
    return rowsOf<StoredRow>(this.db, ROWS, [company_id, after, until, limit]);
  }

  async isSuperseded(company_id: string, resource_id: string, position: number): Promise<boolean> {
    const values = [company_id, resource_id, position];
    const [row] = await rowsOf<{ is_superseded: boolean }>(this.db, IS_SUPERSEDED, values);
    return row!.is_superseded;
  }

  ofDocument(company_id: string, document_id: string): Promise<LoggedEvent[]> {
    return rowsOf<LoggedEvent>(this.db, OF_DOCUMENT, [company_id, document_id]);
  }
}
