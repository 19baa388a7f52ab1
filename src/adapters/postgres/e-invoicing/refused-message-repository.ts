import { type Kysely, sql } from 'kysely';
import type { Page, PageRequest } from '../../../ports/page';
import type {
  RefusedMessage,
  RefusedMessageFilters,
  RefusedMessageRepository,
} from '../../../ports/e-invoicing/refused-message-repository';
import type { DB } from '../database';
import { keysetPage } from '../page';
import { bufferOf } from '../../../domain/values/bytes';

const COLUMNS = [
  ...(['id', 'received_at', 'sender', 'receiver', 'kind', 'reason', 'size as bytes'] as const),
  sql<number>`octet_length(content)`.as('kept_bytes'), // reads no bytes, since they are stored without compression
] as const;

// Indexes: refused_message_received, refused_message_kind, refused_message_receiver. A message is never changed, so
// both times are the same.
const RECEIVED = { column: 'received_at', type: 'timestamptz' } as const;
const RECEIVER = sql<string>`lower(receiver) collate "C"`;
const SORTS = { created_at: RECEIVED, updated_at: RECEIVED } as const;

/** The table is on the coordinator of a cluster, since a message may be for no company. */
export class PostgresRefusedMessageRepository implements RefusedMessageRepository {
  constructor(private readonly db: Kysely<DB>) {}

  async insert({ bytes, kept_bytes: _, ...message }: RefusedMessage, content: Uint8Array): Promise<void> {
    const values = { ...message, size: bytes, content: bufferOf(content) };
    await this.db.insertInto('refused_message').values(values).execute();
  }

  list(filters: RefusedMessageFilters, page: PageRequest): Promise<Page<RefusedMessage>> {
    const { since, before, receiver, kind } = filters;
    const query = this.db
      .selectFrom('refused_message')
      .select(COLUMNS)
      .where('received_at', '>=', since)
      .$if(before !== undefined, (all) => all.where('received_at', '<', before!))
      .$if(receiver !== undefined, (all) => all.where(RECEIVER, '=', receiver!.toLowerCase()))
      .$if(kind !== undefined, (all) => all.where('kind', '=', kind!));
    return keysetPage(this.db, query, page, SORTS, 'id');
  }

  find(id: string): Promise<RefusedMessage | undefined> {
    return this.db.selectFrom('refused_message').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  }

  async readContent(id: string, start: number, length: number): Promise<Uint8Array | undefined> {
    const row = await this.db
      .selectFrom('refused_message')
      .select(sql<Buffer>`substring(content from ${start + 1}::integer for ${length}::integer)`.as('piece'))
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.piece;
  }

  async deleteBefore(before: Date, limit: number): Promise<number> {
    const { numDeletedRows } = await this.db
      .deleteFrom('refused_message')
      .where('id', 'in', (db) =>
        db
          .selectFrom('refused_message')
          .select('id')
          .where('received_at', '<', before)
          .orderBy('received_at')
          .orderBy('id')
          .limit(limit),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}
