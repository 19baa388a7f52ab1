import type { Kysely } from 'kysely';
import type { ConsoleSession } from '../../../domain/access/console-session';
import type { ConsoleSessionRepository, SessionKeys } from '../../../ports/access/console-session-repository';
import type { DB } from '../database';
import { failureOf } from '../failures';

const COLUMNS = ['id', 'source_address', 'user_agent', 'began_at', 'seen_at'] as const;
const MAX_LISTED = 200;

export class PostgresConsoleSessionRepository implements ConsoleSessionRepository {
  constructor(private readonly db: Kysely<DB>) {}

  async insert(session: ConsoleSession, { token_digest, opened_with }: SessionKeys): Promise<void> {
    const keys = { token_digest: Buffer.from(token_digest), opened_with: Buffer.from(opened_with) };
    await mapped(
      this.db
        .insertInto('console_session')
        .values({ ...session, ...keys })
        .execute(),
    );
  }

  find({ token_digest, opened_with }: SessionKeys): Promise<ConsoleSession | undefined> {
    return mapped(
      this.db
        .selectFrom('console_session')
        .select(COLUMNS)
        .where('token_digest', '=', Buffer.from(token_digest))
        .where('opened_with', '=', Buffer.from(opened_with))
        .executeTakeFirst(),
    );
  }

  list(opened_with: Uint8Array): Promise<ConsoleSession[]> {
    return mapped(
      this.db
        .selectFrom('console_session')
        .select(COLUMNS)
        .where('opened_with', '=', Buffer.from(opened_with))
        .orderBy('began_at', 'desc')
        .orderBy('id', 'desc')
        .limit(MAX_LISTED)
        .execute(),
    );
  }

  async saveSeen(id: string, seen_at: Date): Promise<void> {
    await mapped(
      this.db
        .updateTable('console_session')
        .set({ seen_at })
        .where('id', '=', id)
        .where('seen_at', '<', seen_at)
        .execute(),
    );
  }

  async delete(id: string): Promise<void> {
    await mapped(this.db.deleteFrom('console_session').where('id', '=', id).execute());
  }

  async deleteOthers(id: string): Promise<void> {
    await mapped(this.db.deleteFrom('console_session').where('id', '<>', id).execute());
  }

  async deleteEnded(began_until: Date, seen_until: Date): Promise<number> {
    const { numDeletedRows } = await mapped(
      this.db
        .deleteFrom('console_session')
        .where((row) => row.or([row('began_at', '<=', began_until), row('seen_at', '<=', seen_until)]))
        .executeTakeFirst(),
    );
    return Number(numDeletedRows);
  }
}

async function mapped<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    throw failureOf(error);
  }
}
