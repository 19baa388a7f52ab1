import type { Kysely } from 'kysely';
import type { Transmission } from '../../../domain/e-invoicing/transmission';
import type { Deadlines } from '../../../ports/deadlines';
import type { TakenTransmission } from '../../../ports/e-invoicing/transmission-repository';
import type { DB } from '../database';
import { PostgresTransmissionRepository } from '../e-invoicing/transmission-repository';
import type { Completed, Wanted } from '../e-invoicing/transmission-statements';
import { type Batches, batchesOfCompanies } from './batches';

/** Limits how many payloads are in one round trip. */
const MAX_BATCH = 32;

/**
 * Coalesces the steps of a send: of those of a company that are due at the same time, takes share a statement, and
 * completions a round trip.
 */
export class CoalescedTransmissions extends PostgresTransmissionRepository {
  private readonly taken: Batches<Wanted, TakenTransmission | undefined>;
  private readonly completed: Batches<Completed, boolean>;

  constructor(db: Kysely<DB>, deadlines: Deadlines) {
    super(db);
    this.taken = batchesOfCompanies(MAX_BATCH, deadlines, (...batch) => this.takeAll(...batch));
    this.completed = batchesOfCompanies(MAX_BATCH, deadlines, (...batch) => this.completeAll(...batch));
  }

  override take(company_id: string, message_id: string, now: Date): Promise<TakenTransmission | undefined> {
    return this.taken.add(company_id, { message_id, now });
  }

  override complete(company_id: string, taken: Transmission, payload: Uint8Array): Promise<boolean> {
    return this.completed.add(company_id, { taken, payload });
  }
}
