import type { Kysely } from 'kysely';
import type { Deadlines } from '../../../ports/deadlines';
import type { TakenTransmission } from '../../../ports/e-invoicing/transmission-repository';
import { forCompany } from '../connections/shares';
import type { DB } from '../database';
import { PostgresTransmissionRepository } from '../e-invoicing/transmission-repository';
import type { Wanted } from '../e-invoicing/transmission-statements';
import { Batches } from './batches';

/** Limits how many payloads are read in one round trip. */
const MAX_BATCH = 32;

/** Coalesces the taking of transmissions: those of a company that are due at the same time share a round trip. */
export class CoalescedTransmissions extends PostgresTransmissionRepository {
  private readonly taken: Batches<Wanted, TakenTransmission | undefined>;

  constructor(db: Kysely<DB>, deadlines: Deadlines) {
    super(db);
    this.taken = new Batches(
      async (company_id, queued) => {
        const batch = queued.slice(0, MAX_BATCH);
        const taken = await forCompany(company_id, () =>
          this.takeAll(
            company_id,
            batch.map(({ item }) => item),
          ),
        );
        for (const [index, one] of batch.entries()) one.resolve(taken[index]);
      },
      () => deadlines,
    );
  }

  override take(company_id: string, message_id: string, now: Date): Promise<TakenTransmission | undefined> {
    return this.taken.add(company_id, { message_id, now });
  }
}
