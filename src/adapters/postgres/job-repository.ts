import { CompiledQuery, type Kysely } from 'kysely';
import PgBoss from 'pg-boss';
import type { JobRepository, TransmissionJob } from '../../ports/job-queue';
import type { DB } from './database';

/** The only queue: transmissions that are due. */
export const TRANSMISSIONS = 'transmissions';

/** Knows the statements; it is never started, and every call brings its own connection. */
const statements = new PgBoss({ db: { executeSql: () => Promise.reject(new Error('Not started.')) } });

/**
 * Jobs in the caller's own transaction. The queue's tables are PostgreSQL's, but not tenants': they stay together on
 * one server, while a job only names the company's row that says what there is to do.
 */
export class PgBossJobRepository implements JobRepository {
  constructor(private readonly database: Kysely<DB>) {}

  async add({ company_id, message_id }: TransmissionJob, delay_s: number): Promise<void> {
    const options = { startAfter: delay_s, db: this.db };
    const id = await statements.send(TRANSMISSIONS, { company_id, message_id }, options);
    if (id === null) throw new Error('The queue took no job: it was not installed.');
  }

  async remove(id: string): Promise<void> {
    await statements.deleteJob(TRANSMISSIONS, id, { db: this.db });
  }

  private readonly db: PgBoss.Db = {
    executeSql: async (text, values: unknown[]) => {
      const { rows } = await this.database.executeQuery(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
}
