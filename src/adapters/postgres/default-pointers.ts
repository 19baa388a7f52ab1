import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DefaultPointers, DefaultScope } from '../../ports/default-pointers';
import type { DB } from './database';

/**
 * The pointer tables: one row per scope that has members. Deferred foreign keys ensure that the default is a member of
 * its scope.
 */
const TABLES = {
  bank_account: { pointer: 'default_bank_account', id: 'bank_account_id' },
  branding: { pointer: 'default_branding', id: 'branding_id' },
  journal: { pointer: 'default_journal', id: 'journal_id' },
} as const;

export class PostgresDefaultPointers implements DefaultPointers {
  constructor(private readonly db: Kysely<DB>) {}

  async lock(scope: DefaultScope, candidate: string): Promise<string> {
    const { pointer, id } = tableOf(scope);
    const key = keyOf(scope);
    const columns = sql.join(key.map(([column]) => sql.ref(column)));
    // An update without a change locks the row. Unlike `select for update`, it also waits for a row that is being
    // inserted.
    const { rows } = await sql<{ id: string }>`
      insert into ${sql.table(pointer)} (${columns}, ${sql.ref(id)})
      values (${sql.join(key.map(([, value]) => value))}, ${candidate})
      on conflict (${columns}) do update set ${sql.ref(id)} = ${sql.ref(`${pointer}.${id}`)}
      returning ${sql.ref(id)} as id`.execute(this.db);
    if (!rows[0]) throw new Error('The pointer of a default was neither inserted nor updated.');
    return rows[0].id;
  }

  /** The version of `from` is incremented here, because `from` is not loaded; only its default flag changes. */
  async move(scope: DefaultScope, from: string, to: string, now: Date): Promise<void> {
    const { pointer, id } = tableOf(scope);
    await sql`
      with pointer as (
        update ${sql.table(pointer)} set ${sql.ref(id)} = ${to} where ${matches(scope)} returning company_id
      )
      update ${sql.table(scope.kind)} set version = version + 1, updated_at = ${now}
      where company_id = ${scope.company_id} and id = ${from}`.execute(this.db);
  }

  async release(scope: DefaultScope, id: string): Promise<void> {
    const { pointer, id: column } = tableOf(scope);
    await sql`
      delete from ${sql.table(pointer)} where ${matches(scope)} and ${sql.ref(column)} = ${id}`.execute(
      this.db,
    );
  }

  async hasOthers(scope: DefaultScope, id: string): Promise<boolean> {
    // Journals use the index journal_default_target. Bank accounts and brandings are always active.
    const active = scope.kind === 'journal' ? sql`and active` : sql``;
    const { rows } = await sql`
      select 1 from ${sql.table(scope.kind)} where ${matches(scope)} and id <> ${id} ${active} limit 1`.execute(
      this.db,
    );
    return rows.length > 0;
  }
}

const tableOf = ({ kind }: DefaultScope) => TABLES[kind];

/** The columns that identify a scope, in the pointer table and in the table of its members. */
function keyOf(scope: DefaultScope): [column: string, value: string][] {
  const company: [string, string] = ['company_id', scope.company_id];
  return scope.kind === 'journal' ? [company, ['category', scope.category]] : [company];
}

function matches(scope: DefaultScope): RawBuilder<unknown> {
  return sql.join(
    keyOf(scope).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql` and `,
  );
}
