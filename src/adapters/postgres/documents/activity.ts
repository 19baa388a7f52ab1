import type { Kysely } from 'kysely';
import { PEPPOL_STATUSES, type PeppolStatus } from '../../../domain/documents/document-status';
import {
  type Activity,
  type ActivityScope,
  MAX_COUNTED_JOBS,
  type QueueDepth,
} from '../../../ports/documents/activity';
import type { DB } from '../database';
import { countedInTime } from '../counted-in-time';
import { LANES } from '../jobs/job-lanes';

/**
 * Counts by company, so that each count scans only a range of the index document_by_created. $1: the company, or null
 * for all companies.
 */
const DOCUMENTS_PER_DAY = `
select counted.day, sum(counted.count)::integer as count
from company c
cross join lateral (
  select to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as count
  from document d
  where d.company_id = c.id and d.created_at >= $2 and d.created_at < $3
  group by 1
) counted
where $1::uuid is null or c.id = $1
group by counted.day`;

/** Like DOCUMENTS_PER_DAY, with the index document_of_peppol_status. */
const SENDS_BY_STATUS = `
select counted.status, sum(counted.count)::integer as count
from company c
cross join lateral (
  select d.peppol_status as status, count(*) as count
  from document d
  where d.company_id = c.id and d.peppol_status is not null and d.peppol_status = any($4::text[])
    and d.created_at >= $2 and d.created_at < $3
  group by 1
) counted
where $1::uuid is null or c.id = $1
group by counted.status`;

/**
 * Uses the index for fetching jobs, which contains only pending ones. Due times are compared with the clock of the
 * database.
 */
const QUEUE_DEPTH = `
select
  (select count(*)::integer from (
    select from pgboss.job where name = any($1::text[]) and state < 'active' and start_after <= now() limit ${MAX_COUNTED_JOBS}
  ) waiting) as due,
  (select count(*)::integer from (
    select from pgboss.job where name = any($1::text[]) and state < 'active' and start_after > now() limit ${MAX_COUNTED_JOBS}
  ) waiting) as later`;

export class PostgresActivity implements Activity {
  constructor(private readonly db: Kysely<DB>) {}

  async documentsPerDay({ company_id, from, to }: ActivityScope) {
    const rows = await countedInTime<{ day: string; count: number }>(this.db, DOCUMENTS_PER_DAY, [
      company_id ?? null,
      from,
      to,
    ]);
    return rows && new Map(rows.map(({ day, count }) => [day, count]));
  }

  async sendsByStatus({ company_id, from, to }: ActivityScope) {
    const rows = await countedInTime<{ status: PeppolStatus; count: number }>(this.db, SENDS_BY_STATUS, [
      ...[company_id ?? null, from, to],
      PEPPOL_STATUSES,
    ]);
    return rows && new Map(rows.map(({ status, count }) => [status, count]));
  }

  async queueDepth(): Promise<QueueDepth | undefined> {
    return (await countedInTime<QueueDepth>(this.db, QUEUE_DEPTH, [LANES]))?.[0];
  }
}
