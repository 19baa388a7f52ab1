import type { Kysely } from 'kysely';
import type { Company } from '../../../domain/master-data/company';
import type { Deadlines } from '../../../ports/deadlines';
import { forNoCompany } from '../connections/shares';
import type { DB } from '../database';
import { PostgresReceptionRepository } from '../e-invoicing/reception-repository';
import { Batches, batchesOfCompanies } from './batches';

const MAX_BATCH = 64;

/** Coalesces what is looked up of messages before they are stored: those to one company share a statement. */
export class CoalescedReceptions extends PostgresReceptionRepository {
  /** By electronic address. */
  private readonly companies: Batches<undefined, Company | undefined>;
  private readonly messages: Batches<string, string | undefined>;

  constructor(db: Kysely<DB>, deadlines: Deadlines) {
    super(db);
    this.companies = new Batches(
      async (electronic_address, queued) => {
        const company = await forNoCompany(() => super.findCompany(electronic_address));
        for (const one of queued) one.resolve(company);
      },
      () => deadlines,
    );
    this.messages = batchesOfCompanies(MAX_BATCH, deadlines, (...batch) => this.findMessages(...batch));
  }

  override findCompany(electronic_address: string): Promise<Company | undefined> {
    return this.companies.add(electronic_address, undefined);
  }

  override findMessage(company_id: string, message_id: string): Promise<string | undefined> {
    return this.messages.add(company_id, message_id);
  }
}
