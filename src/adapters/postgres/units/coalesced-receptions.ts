import type { Kysely } from 'kysely';
import type { Company } from '../../../domain/master-data/company';
import type { Deadlines } from '../../../ports/deadlines';
import type { Receiver } from '../../../ports/e-invoicing/reception-repository';
import type { DB } from '../database';
import { PostgresReceptionRepository } from '../e-invoicing/reception-repository';
import { Batches } from './batches';

const MAX_BATCH = 64;

/** Coalesces what is looked up of messages before they are stored: those to one address share the statements. */
export class CoalescedReceptions extends PostgresReceptionRepository {
  /** Message ids by electronic address; undefined for one who asks for the company only. */
  private readonly receivers: Batches<string | undefined, Receiver | undefined>;

  constructor(db: Kysely<DB>, deadlines: Deadlines) {
    super(db);
    this.receivers = new Batches(
      async (electronic_address, queued) => {
        const batch = queued.slice(0, MAX_BATCH);
        const message_ids = batch.flatMap(({ item }) => item ?? []);
        const found = await this.findAddressee(electronic_address, message_ids);
        for (const one of batch) {
          const document_id = one.item === undefined ? undefined : found?.documents.get(one.item);
          one.resolve(found && { company: found.company, document_id });
        }
      },
      () => deadlines,
    );
  }

  override async findCompany(electronic_address: string): Promise<Company | undefined> {
    return (await this.receivers.add(electronic_address, undefined))?.company;
  }

  override findReceiver(electronic_address: string, message_id: string): Promise<Receiver | undefined> {
    return this.receivers.add(electronic_address, message_id);
  }
}
