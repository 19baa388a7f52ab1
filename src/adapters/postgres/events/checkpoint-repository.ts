import { type Kysely, sql } from 'kysely';
import { type Checkpoint, type CheckpointProgress, NO_CHECKPOINT } from '../../../domain/events/checkpoints';
import type { CheckpointRepository, StoredCheckpoint } from '../../../ports/events/checkpoint-repository';
import type { DB } from '../database';
import { rowsOf } from '../rows-of';

/**
 * `occurred_at` of an event, cut out of its JSON without parsing it: a damaged body must not stop the checkpoints of
 * other companies. A regular expression takes ten times as long.
 */
const OCCURRED_AT = `nullif(left(split_part(e.body, '"occurred_at":"', 2), 24), '')`;

/**
 * A company is due when events follow its last checkpoint, and they pass a multiple of 1,000 or the first of them
 * belongs to a past day. Reads one row of each table for each company, by primary key. $1: today; $2: limit; $3: the
 * last id of the page before.
 */
const COMPANIES_DUE = `
select h.company_id
from event_head h
left join lateral (
  select k.position, to_char(k.day, 'YYYY-MM-DD') as day
  from event_checkpoint k where k.company_id = h.company_id order by k.position desc limit 1
) last on true
left join lateral (
  select body from event where company_id = h.company_id and position = coalesce(last.position, 0) + 1 limit 1
) e on true
where h.position > coalesce(last.position, 0)
  and (h.position / 1000 * 1000 > coalesce(last.position, 0)
    or greatest(last.day, left(${OCCURRED_AT}, 10)) < $1)
  and ($3::uuid is null or h.company_id > $3)
order by h.company_id
limit $2`;

const DATED_LINKS = `
select e.position, encode(e.hash, 'hex') as hash, coalesce(${OCCURRED_AT}, '') as occurred_at
from event e
where e.company_id = $1 and e.position between $2 and $3
order by e.position`;

export class PostgresCheckpointRepository implements CheckpointRepository {
  constructor(private readonly db: Kysely<DB>) {}

  async companiesDue(today: string, limit: number, after: string | undefined): Promise<string[]> {
    const rows = await rowsOf<{ company_id: string }>(this.db, COMPANIES_DUE, [today, limit, after ?? null]);
    return rows.map(({ company_id }) => company_id);
  }

  async progress(company_id: string): Promise<CheckpointProgress> {
    const row = await this.db
      .selectFrom('event_checkpoint')
      .select(['position', 'day'])
      .where('company_id', '=', company_id)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row ? { position: Number(row.position), day: row.day } : NO_CHECKPOINT;
  }

  async datedLinks(company_id: string, from: number, to: number) {
    type Row = { position: string; hash: string; occurred_at: string };
    const rows = await rowsOf<Row>(this.db, DATED_LINKS, [company_id, from, to]);
    return rows.map((row) => ({ ...row, position: Number(row.position) }));
  }

  async insertAll(company_id: string, checkpoints: readonly StoredCheckpoint[]): Promise<void> {
    await this.db
      .insertInto('event_checkpoint')
      .values(checkpoints.map((checkpoint) => ({ company_id, ...checkpoint })))
      .onConflict((conflict) => conflict.columns(['company_id', 'position']).doNothing())
      .execute();
  }

  async list(company_id: string, after: number, limit: number): Promise<Checkpoint[]> {
    const rows = await this.db
      .selectFrom('event_checkpoint')
      .select(['position', 'hash', 'at', 'key_id', 'signature'])
      .where('company_id', '=', company_id)
      .where('position', '>', sql<string>`${after}::bigint`)
      .orderBy('position')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ ...row, position: Number(row.position), at: row.at.toISOString() }));
  }
}
