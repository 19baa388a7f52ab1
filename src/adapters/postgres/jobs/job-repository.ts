import { CompiledQuery, type Kysely } from 'kysely';
import PgBoss from 'pg-boss';
import type { DelayedJob, JobRepository, TransmissionJob } from '../../../ports/job-queue';
import type { DB } from '../database';
import { JobLanes, LANES } from './job-lanes';

/** Scans the jobs of the queues: only the sweep needs it. */
const WITH_JOB = `
select data ->> 'message_id' as message_id from pgboss.job
where name = any($1::text[]) and state < 'completed' and data ->> 'message_id' = any($2::text[])`;

/** The statement of pg-boss for several queues. */
const REMOVE = 'delete from pgboss.job where name = any($1::text[]) and id = any($2::uuid[])';

/** Builds the statements of pg-boss. It is never started; every call passes its own connection. */
const statements = new PgBoss({ db: { executeSql: () => Promise.reject(new Error('Not started.')) } });

/** Of this process, so that the jobs of all its transactions count. */
const lanes = new JobLanes(() => performance.now());

/**
 * Stores jobs in the caller's transaction. In a distributed database the queue's tables are not sharded by company:
 * they stay on one node, and a job only refers to the company's row with the work.
 */
export class PgBossJobRepository implements JobRepository {
  constructor(private readonly database: Kysely<DB>) {}

  add(job: TransmissionJob, delay_s: number): Promise<void> {
    return this.addAll([{ ...job, delay_s }]);
  }

  async addAll(jobs: readonly DelayedJob[]): Promise<void> {
    if (jobs.length === 0) return;
    const { numAffectedRows } = await this.database.executeQuery(await adding(jobs));
    if (Number(numAffectedRows) < jobs.length)
      throw new Error('The queue took no job: it was not installed.');
  }

  async removeAll(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.database.executeQuery(CompiledQuery.raw(REMOVE, [LANES, ids]));
  }

  async missing(transmissions: readonly TransmissionJob[]): Promise<TransmissionJob[]> {
    const ids = transmissions.map(({ message_id }) => message_id);
    const { rows } = await this.database.executeQuery<{ message_id: string }>(
      CompiledQuery.raw(WITH_JOB, [LANES, ids]),
    );
    const found = new Set(rows.map(({ message_id }) => message_id));
    return transmissions.filter(({ message_id }) => !found.has(message_id));
  }
}

/** The statement of pg-boss that adds jobs. */
export async function adding(jobs: readonly DelayedJob[]): Promise<CompiledQuery> {
  let statement: CompiledQuery | undefined;
  const db: PgBoss.Db = {
    async executeSql(text, values: unknown[]) {
      statement = CompiledQuery.raw(text, values);
      return { rows: [] };
    },
  };
  const inserted = jobs.map(({ company_id, message_id, delay_s }) => ({
    name: lanes.laneOf(company_id),
    data: { company_id, message_id },
    startAfter: String(delay_s),
  }));
  await statements.insert(inserted, { db });
  return statement!;
}
