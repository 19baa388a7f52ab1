import type { Kysely } from 'kysely';
import type { ConsoleSession } from '../../../domain/access/console-session';
import type { Person, Role } from '../../../domain/access/person';
import { type Deadlines, NO_DEADLINES } from '../../../ports/deadlines';
import type { ConsoleSessionRepository, SessionKeys } from '../../../ports/access/console-session-repository';
import { decided } from '../connections/doubt';
import type { DB } from '../database';

const COLUMNS = [
  ...(['id', 'source_address', 'user_agent', 'began_at', 'seen_at'] as const),
  ...(['person_sub', 'person_email', 'person_role'] as const),
] as const;
const MAX_LISTED = 200;

export class PostgresConsoleSessionRepository implements ConsoleSessionRepository {
  constructor(
    private readonly db: Kysely<DB>,
    private readonly deadlines: Deadlines = NO_DEADLINES,
  ) {}

  async insert(
    { person, ...session }: ConsoleSession,
    { token_digest, opened_with }: SessionKeys,
  ): Promise<void> {
    const keys = { token_digest: Buffer.from(token_digest), opened_with: Buffer.from(opened_with) };
    const columns = person && {
      person_sub: person.sub,
      person_email: person.email,
      person_role: person.role,
    };
    if (person) await this.saveEmail(person, session.began_at);
    await decided<unknown>(
      () =>
        this.db
          .insertInto('console_session')
          .values({ ...session, ...keys, ...columns })
          .execute(),
      () => this.first('=', session.id),
      this.deadlines,
    );
  }

  private async saveEmail({ sub, email }: Person, signed_in_at: Date): Promise<void> {
    await this.db
      .insertInto('console_person')
      .values({ sub, email, signed_in_at })
      .onConflict((conflict) => conflict.column('sub').doUpdateSet({ email, signed_in_at }))
      .execute();
  }

  async emailsOf(subs: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
    if (subs.size === 0) return new Map();
    const rows = await this.db
      .selectFrom('console_person')
      .select(['sub', 'email'])
      .where('sub', 'in', [...subs])
      .execute();
    return new Map(rows.map(({ sub, email }) => [sub, email]));
  }

  async find({ token_digest, opened_with }: SessionKeys): Promise<ConsoleSession | undefined> {
    const row = await this.db
      .selectFrom('console_session')
      .select(COLUMNS)
      .where('token_digest', '=', Buffer.from(token_digest))
      .where('opened_with', '=', Buffer.from(opened_with))
      .executeTakeFirst();
    return row && sessionOf(row);
  }

  async list(opened_with: Uint8Array): Promise<ConsoleSession[]> {
    const rows = await this.db
      .selectFrom('console_session')
      .select(COLUMNS)
      .where('opened_with', '=', Buffer.from(opened_with))
      .orderBy('began_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MAX_LISTED)
      .execute();
    return rows.map(sessionOf);
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

type Row = Omit<ConsoleSession, 'person'> & {
  readonly [Column in 'person_sub' | 'person_email' | 'person_role']: string | null;
};

/** A constraint sets the three columns of a person together. */
function sessionOf({ person_sub, person_email, person_role, ...session }: Row): ConsoleSession {
  const person =
    person_sub === null ? null : { sub: person_sub, email: person_email!, role: person_role as Role };
  return { ...session, person };
}
