import { CompiledQuery, type Kysely, sql } from 'kysely';
import { type Deadlines, NO_DEADLINES } from '../../../ports/deadlines';
import type {
  SandboxDelivery,
  SandboxMemory,
  SandboxMessage,
} from '../../../ports/e-invoicing/sandbox-memory';
import { forNoCompany } from '../connections/share-of-work';
import type { DB } from '../database';
import { Batches, batchesOf } from '../units/batches';

const MARK_DELIVERED = `
insert into sandbox_message (message_id, receiver, faults, delivered_at)
select m.message_id, m.receiver, 0, m.delivered_at
from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as m (message_id, receiver, delivered_at)
order by m.message_id
on conflict (message_id) do update set delivered_at = excluded.delivered_at
  where sandbox_message.delivered_at is null
returning message_id`;

/**
 * Subselects, because without statistics the planner would join whole tables. The `limit` keeps the statement from
 * being planned anew for each execution: without it, the planner assumes ten elements in an array that it does not see.
 */
const FIND_DELIVERIES = `
select (select company_id from network_participant where electronic_address = q.receiver limit 1) as company_id,
  (select delivered_at from sandbox_message where message_id = q.message_id limit 1) as delivered_at
from (
  select * from unnest($1::uuid[], $2::text[]) with ordinality as q (message_id, receiver, nth)
  limit cardinality($1::uuid[])
) q
order by nth`;

const MAX_BATCH = 64;

interface Delivery {
  readonly message_id: string;
  readonly receiver: string;
  readonly now: Date;
}

interface Wanted {
  /** Null when only the company of the receiver is looked up. */
  readonly message_id: string | null;
  readonly receiver: string;
}

export class PostgresSandboxMemory implements SandboxMemory {
  /** Messages that are delivered at the same time share a statement. */
  private readonly deliveries: Batches<Delivery, boolean>;
  /** Look-ups at the same time share a statement. */
  private readonly wanted: Batches<Wanted, SandboxDelivery>;

  constructor(
    private readonly db: Kysely<DB>,
    deadlines: Deadlines = NO_DEADLINES,
  ) {
    this.deliveries = new Batches(
      async (_key, queued) => {
        // A statement marks a message once; a repetition is in the next one.
        const messages = new Map(queued.slice(0, MAX_BATCH).map((one) => [one.item.message_id, one]));
        const batch = [...messages.values()];
        const marked = await forNoCompany(() => this.markAll(batch.map(({ item }) => item)));
        for (const one of batch) one.resolve(marked.has(one.item.message_id));
      },
      () => deadlines,
    );
    this.wanted = batchesOf(MAX_BATCH, deadlines, (_key, wanted) => forNoCompany(() => this.findAll(wanted)));
  }

  async findCompany(electronic_address: string): Promise<string | undefined> {
    return (await this.wanted.add('', { message_id: null, receiver: electronic_address })).company_id;
  }

  findDelivery(message_id: string, receiver: string): Promise<SandboxDelivery> {
    return this.wanted.add('', { message_id, receiver });
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

  markDelivered(message_id: string, receiver: string, now: Date): Promise<boolean> {
    return this.deliveries.add('', { message_id, receiver, now });
  }

  /** @returns ids of the messages that were not delivered before */
  private async markAll(deliveries: readonly Delivery[]): Promise<ReadonlySet<string>> {
    const values = [
      deliveries.map(({ message_id }) => message_id),
      deliveries.map(({ receiver }) => receiver),
      deliveries.map(({ now }) => now),
    ];
    const { rows } = await this.db.executeQuery<{ message_id: string }>(
      CompiledQuery.raw(MARK_DELIVERED, values),
    );
    return new Set(rows.map(({ message_id }) => message_id));
  }

  /** @returns in the order of the arguments */
  private async findAll(wanted: readonly Wanted[]): Promise<SandboxDelivery[]> {
    const values = [
      wanted.map(({ message_id }) => message_id),
      wanted.map(({ receiver }) => receiver.toLowerCase()),
    ];
    const { rows } = await this.db.executeQuery<{ company_id: string | null; delivered_at: Date | null }>(
      CompiledQuery.raw(FIND_DELIVERIES, values),
    );
    return rows.map(({ company_id, delivered_at }) => ({
      company_id: company_id ?? undefined,
      delivered_at,
    }));
  }
}
