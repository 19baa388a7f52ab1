import type { Kysely } from 'kysely';
import type { Company } from '../../../domain/master-data/company';
import type { Deadlines } from '../../../ports/deadlines';
import type { Receiver } from '../../../ports/e-invoicing/reception-repository';
import type { DB } from '../database';
import { PostgresReceptionRepository } from '../e-invoicing/reception-repository';
import { type Batches, batchesOf } from './batches';

const MAX_BATCH = 64;

/** Coalesces what is looked up of messages before they are stored: those to one address share the statements. */
export class CoalescedReceptions extends PostgresReceptionRepository {
  /** Message ids by electronic address; undefined for one who asks for the company only. */
  private readonly receivers: Batches<string | undefined, Receiver | undefined>;

  constructor(db: Kysely<DB>, deadlines: Deadlines) {
    super(db);
    this.receivers = batchesOf(MAX_BATCH, deadlines, async (electronic_address, message_ids) => {
      const found = await this.findAddressee(
        electronic_address,
        message_ids.flatMap((id) => id ?? []),
      );
      return message_ids.map((id) => {
        const document_id = id === undefined ? undefined : found?.documents.get(id);
        return found && { company: found.company, document_id };
      });
    });
  }

  override async findCompany(electronic_address: string): Promise<Company | undefined> {
    return (await this.receivers.add(electronic_address, undefined))?.company;
  }

  override findReceiver(electronic_address: string, message_id: string): Promise<Receiver | undefined> {
    return this.receivers.add(electronic_address, message_id);
  }
}
