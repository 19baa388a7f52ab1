import type { Kysely } from 'kysely';
import type { VerificationResult, VerificationResults } from '../../../ports/events/verification-results';
import type { DB } from '../database';

const COLUMNS = ['company_id', 'verified_at', 'position', 'faults', 'first_fault'] as const;

export class PostgresVerificationResults implements VerificationResults {
  constructor(private readonly db: Kysely<DB>) {}

  async save(result: VerificationResult): Promise<void> {
    await this.db
      .insertInto('log_verification')
      .values(result)
      .onConflict((conflict) =>
        conflict.column('company_id').doUpdateSet((excluded) => ({
          verified_at: excluded.ref('excluded.verified_at'),
          position: excluded.ref('excluded.position'),
          faults: excluded.ref('excluded.faults'),
          first_fault: excluded.ref('excluded.first_fault'),
        })),
      )
      .execute();
  }

  async find(company_id: string): Promise<VerificationResult | undefined> {
    const row = await this.db
      .selectFrom('log_verification')
      .select(COLUMNS)
      .where('company_id', '=', company_id)
      .executeTakeFirst();
    return row && { ...row, position: Number(row.position) };
  }
}
