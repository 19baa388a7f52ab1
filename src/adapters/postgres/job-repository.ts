import { CompiledQuery, type Kysely } from 'kysely';
import PgBoss from 'pg-boss';
import type { DelayedJob, JobRepository, TransmissionJob } from '../../ports/job-queue';
import type { DB } from './database';

/** Name of the only queue: due transmissions. */
export const TRANSMISSIONS = 'transmissions';

/** Scans the jobs of the queue: only the sweep needs it. */
const WITH_JOB = `
select data ->> 'message_id' as message_id from pgboss.job
where name = $1 and state < 'completed' and data ->> 'message_id' = any($2::text[])`;

/** Builds the statements of pg-boss. It is never started; every call passes its own connection. */
const statements = new PgBoss({ db: { executeSql: () => Promise.reject(new Error('Not started.')) } });

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
    if (ids.length > 0) await statements.deleteJob(TRANSMISSIONS, [...ids], { db: this.db });
  }

  async missing(transmissions: readonly TransmissionJob[]): Promise<TransmissionJob[]> {
    const ids = transmissions.map(({ message_id }) => message_id);
    const { rows } = await this.database.executeQuery<{ message_id: string }>(
      CompiledQuery.raw(WITH_JOB, [TRANSMISSIONS, ids]),
    );
    const found = new Set(rows.map(({ message_id }) => message_id));
    return transmissions.filter(({ message_id }) => !found.has(message_id));
  }

  private readonly db: PgBoss.Db = {
    executeSql: async (text, values: unknown[]) => {
      const { rows } = await this.database.executeQuery(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
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
    name: TRANSMISSIONS,
    data: { company_id, message_id },
    startAfter: String(delay_s),
  }));
  await statements.insert(inserted, { db });
  return statement!;
}
