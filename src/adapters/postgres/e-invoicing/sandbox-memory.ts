import { type Kysely, sql } from 'kysely';
import type { SandboxMemory, SandboxMessage } from '../../../ports/e-invoicing/sandbox-memory';
import type { DB } from '../database';

export class PostgresSandboxMemory implements SandboxMemory {
  constructor(private readonly db: Kysely<DB>) {}

  async findCompany(electronic_address: string): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('network_participant')
      .select('company_id')
      .where('electronic_address', '=', electronic_address.toLowerCase())
      .executeTakeFirst();
    return row?.company_id;
  }

  find(message_id: string): Promise<SandboxMessage | undefined> {
    return this.db
      .selectFrom('sandbox_message')
      .select(['receiver', 'delivered_at'])
      .where('message_id', '=', message_id)
      .executeTakeFirst();
  }

  async addFault(message_id: string, receiver: string): Promise<number> {
    const { faults } = await this.db
      .insertInto('sandbox_message')
      .values({ message_id, receiver, faults: 1, delivered_at: null })
      .onConflict((conflict) =>
        conflict.column('message_id').doUpdateSet({ faults: sql`sandbox_message.faults + 1` }),
      )
      .returning('faults')
      .executeTakeFirstOrThrow();
    return faults;
  }

  async markDelivered(message_id: string, receiver: string, now: Date): Promise<boolean> {
    const row = await this.db
      .insertInto('sandbox_message')
      .values({ message_id, receiver, faults: 0, delivered_at: now })
      .onConflict((conflict) =>
        conflict
          .column('message_id')
          .doUpdateSet({ delivered_at: now })
          .where('sandbox_message.delivered_at', 'is', null),
      )
      .returning('message_id')
      .executeTakeFirst();
    return row !== undefined;
  }
}
