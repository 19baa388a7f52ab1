import type { Kysely } from 'kysely';
import type { ConsoleSession } from '../../../domain/access/console-session';
import { type Deadlines, NO_DEADLINES } from '../../../ports/deadlines';
import type { ConsoleSessionRepository, SessionKeys } from '../../../ports/access/console-session-repository';
import { decided } from '../connections/doubt';
import type { DB } from '../database';

const COLUMNS = ['id', 'source_address', 'user_agent', 'began_at', 'seen_at'] as const;
const MAX_LISTED = 200;

export class PostgresConsoleSessionRepository implements ConsoleSessionRepository {
  constructor(
    private readonly db: Kysely<DB>,
    private readonly deadlines: Deadlines = NO_DEADLINES,
  ) {}

  async insert(session: ConsoleSession, { token_digest, opened_with }: SessionKeys): Promise<void> {
    const keys = { token_digest: Buffer.from(token_digest), opened_with: Buffer.from(opened_with) };
    await decided<unknown>(
      () =>
        this.db
          .insertInto('console_session')
          .values({ ...session, ...keys })
          .execute(),
      () => this.first('=', session.id),
      this.deadlines,
    );
  }

  find({ token_digest, opened_with }: SessionKeys): Promise<ConsoleSession | undefined> {
    return this.db
      .selectFrom('console_session')
      .select(COLUMNS)
      .where('token_digest', '=', Buffer.from(token_digest))
      .where('opened_with', '=', Buffer.from(opened_with))
      .executeTakeFirst();
  }

  list(opened_with: Uint8Array): Promise<ConsoleSession[]> {
    return this.db
      .selectFrom('console_session')
      .select(COLUMNS)
      .where('opened_with', '=', Buffer.from(opened_with))
      .orderBy('began_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MAX_LISTED)
      .execute();
  }

  /** Not read back after a lost connection: the next request sets the time again. */
  async saveSeen(id: string, seen_at: Date): Promise<void> {
    await this.db
      .updateTable('console_session')
      .set({ seen_at })
      .where('id', '=', id)
      .where('seen_at', '<', seen_at)
      .execute();
  }

  delete(id: string): Promise<void> {
    return this.deleteAll('=', id);
  }

  deleteOthers(id: string): Promise<void> {
    return this.deleteAll('<>', id);
  }

  /** Not read back after a lost connection: the next sweep deletes the remaining sessions. */
  async deleteEnded(began_until: Date, seen_until: Date): Promise<number> {
    const { numDeletedRows } = await this.db
      .deleteFrom('console_session')
      .where((row) => row.or([row('began_at', '<=', began_until), row('seen_at', '<=', seen_until)]))
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  private async deleteAll(operator: '=' | '<>', id: string): Promise<void> {
    await decided<unknown>(
      () => this.db.deleteFrom('console_session').where('id', operator, id).execute(),
      async () => ((await this.first(operator, id)) ? undefined : 'deleted'),
      this.deadlines,
    );
  }

  private first(operator: '=' | '<>', id: string): Promise<{ id: string } | undefined> {
    return this.db
      .selectFrom('console_session')
      .select('id')
      .where('id', operator, id)
      .limit(1)
      .executeTakeFirst();
  }
}
