import type { Kysely } from 'kysely';
import { type ChainHead, EMPTY_CHAIN } from '../../../domain/events/chain';
import { NIL_UUID } from '../../../domain/values/uuid';
import type {
  ChainLink,
  EventFilter,
  EventLog,
  EventPage,
  HeadOfLog,
  LoggedEvent,
  Positioned,
  Unpositioned,
} from '../../../ports/events/event-log';
import type { DB } from '../database';
import { rowsOf } from '../rows-of';

/**
 * One company per statement, found by the index, so that the cost does not depend on how many events a company has
 * pending. Citus refuses recursive queries over all companies.
 */
const NEXT_WITH_PENDING = `
select company_id from pending_event where company_id > $1 order by company_id limit 1`;

const UNPOSITIONED = `
select h.position::float8 as position, h.hash, p.sequence::text as sequence, p.event
from (select 1) one
left join event_head h on h.company_id = $1
left join (
  select sequence, event from pending_event where company_id = $1 order by sequence limit $2
) p on true
order by p.sequence`;

const START = `
insert into event_head (company_id, position, hash) values ($1, 0, $2) on conflict (company_id) do nothing`;

/**
 * SQL: a text without its last character, which has one byte. For `left` and the like PostgreSQL counts all characters
 * of the text, which takes ten times as long.
 */
const withoutLastByte = (text: string) =>
  `convert_from(substr(convert_to(${text}, 'UTF8'), 1, octet_length(convert_to(${text}, 'UTF8')) - 1), 'UTF8')`;

/**
 * Another node that has moved the head meanwhile makes all of it a statement without effect. `$4`: the number of
 * events; `$6` and `$7`: contents and hashes, separated by spaces.
 */
const APPEND = `
with head as (
  update event_head set position = position + $4::integer, hash = $8, occurred_at = $9
  where company_id = $1 and position = $2 and hash = $3
  returning company_id
), moved as (
  delete from pending_event p using head
  where p.company_id = $1 and head.company_id = p.company_id and p.sequence = any($5::bigint[])
  returning p.sequence, p.id, p.type, p.resource_id, p.event
)
insert into event (company_id, position, id, type, resource_id, content, hash, body)
select $1, $2::bigint + q.n, m.id, m.type, m.resource_id, decode(q.content, 'hex'), decode(q.hash, 'hex'),
  replace(${withoutLastByte('m.event')}, '"position":0', '"position":' || ($2::bigint + q.n))
    || ',"previous_hash":"' || lag(q.hash, 1, $3::text) over (order by q.n) || '","hash":"' || q.hash || '"}'
from moved m
join rows from (unnest($5::bigint[]), unnest(string_to_array($6, ' ')), unnest(string_to_array($7, ' ')))
  with ordinality as q (sequence, content, hash, n) on q.sequence = m.sequence
order by q.n
returning position`;

/** `order by position` alone would sort by the converted value, which no index has. */
const LOGGED = 'e.position::float8 as position, e.id, e.type, e.resource_id, e.body';

/** $3: the last position that is looked at; $4: types, or null for all. The benchmarks explain it. */
export const PAGE = `
select ${LOGGED} from event e
where e.company_id = $1 and e.position > $2 and e.position <= $3 and ($4::text[] is null or e.type = any($4))
order by e.position limit $5`;

const PAGE_OF_RESOURCE = `
select ${LOGGED} from event e
where e.company_id = $1 and e.resource_id = $6 and e.position > $2 and e.position <= $3
  and ($4::text[] is null or e.type = any($4))
order by e.position limit $5`;

/** How many events one page looks at, when few of them match the filter. */
export const LOOKED_AT = 10_000;

export class PostgresEventLog implements EventLog {
  constructor(private readonly db: Kysely<DB>) {}

  async companiesWithPending(limit: number): Promise<string[]> {
    const found: string[] = [];
    while (found.length < limit) {
      const last = found.at(-1) ?? NIL_UUID;
      const [next] = await rowsOf<{ company_id: string }>(this.db, NEXT_WITH_PENDING, [last]);
      if (!next) break;
      found.push(next.company_id);
    }
    return found;
  }

  async unpositioned(company_id: string, limit: number): Promise<Unpositioned> {
    type Row = {
      position: number | null;
      hash: string | null;
      sequence: string | null;
      event: string | null;
    };
    const rows = await rowsOf<Row>(this.db, UNPOSITIONED, [company_id, limit]);
    const { position, hash } = rows[0]!;
    return {
      head: position === null || hash === null ? EMPTY_CHAIN : { position, hash },
      pending: rows.flatMap(({ sequence, event }) =>
        sequence === null || event === null ? [] : [{ sequence, text: event }],
      ),
    };
  }

  async append(
    company_id: string,
    head: ChainHead,
    positioned: readonly Positioned[],
    occurred_at: string,
  ): Promise<boolean> {
    if (head.position === 0) await rowsOf(this.db, START, [company_id, head.hash]);
    const rows = await rowsOf(this.db, APPEND, [
      ...[company_id, head.position, head.hash, positioned.length],
      positioned.map(({ sequence }) => sequence),
      positioned.map(({ content }) => content).join(' '),
      positioned.map(({ hash }) => hash).join(' '),
      ...[positioned.at(-1)!.hash, occurred_at],
    ]);
    return rows.length > 0;
  }

  async head(company_id: string): Promise<HeadOfLog> {
    const [row] = await rowsOf<HeadOfLog>(
      this.db,
      'select position::float8 as position, hash, occurred_at from event_head where company_id = $1',
      [company_id],
    );
    return row ?? { ...EMPTY_CHAIN, occurred_at: null };
  }

  async heads(company_ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await rowsOf<{ company_id: string; position: number }>(
      this.db,
      'select company_id, position::float8 as position from event_head where company_id = any($1::uuid[])',
      [company_ids],
    );
    return new Map(rows.map(({ company_id, position }) => [company_id, position]));
  }

  async page(
    company_id: string,
    after: number,
    limit: number,
    { types, resource_id, until = Infinity }: EventFilter,
  ): Promise<EventPage> {
    const end = Math.min((await this.head(company_id)).position, until);
    if (after >= end) return { events: [], after, has_more: false };
    // The events of one resource are few, and have an index.
    const last = resource_id === undefined ? Math.min(end, after + LOOKED_AT) : end;
    const values = [company_id, after, last, types ?? null, limit];
    const events =
      resource_id === undefined
        ? await rowsOf<LoggedEvent>(this.db, PAGE, values)
        : await rowsOf<LoggedEvent>(this.db, PAGE_OF_RESOURCE, [...values, resource_id]);
    const next = events.length === limit ? events.at(-1)!.position : last;
    return { events, after: next, has_more: next < end };
  }

  links(company_id: string, from: number, limit: number): Promise<ChainLink[]> {
    return rowsOf<ChainLink>(
      this.db,
      `select e.position::float8 as position, encode(e.content, 'hex') as content, encode(e.hash, 'hex') as hash
       from event e where e.company_id = $1 and e.position >= $2 order by e.position limit $3`,
      [company_id, from, limit],
    );
  }
}
