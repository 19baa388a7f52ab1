/** All tables with their stored columns, and the tables that their rows refer to at once. */
export const TABLES = `
select c.relname as name,
  (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
  coalesce((select array_agg(distinct f.relname::text) from pg_constraint k join pg_class f on f.oid = k.confrelid
   where k.conrelid = c.oid and k.contype = 'f' and not k.condeferred), '{}') as refers_to
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and c.relname not like 'kysely\\_%'
order by c.relname`;

/** Identity columns with the name of their sequence. */
export const IDENTITY_COLUMNS = `
select c.relname::text as table, a.attname::text as column,
  pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
from pg_class c join pg_attribute a on a.attrelid = c.oid
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> '' and not a.attisdropped
order by 1, 2`;

/** A role or database may limit statements and transactions. The names that a server does not know are left out. */
export const NO_TIME_LIMITS = `
select set_config(name, '0', true) from pg_settings
where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout', 'lock_timeout')`;

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** @returns the tables, each after those that its rows refer to */
export function ordered<T extends { readonly name: string; readonly refers_to: readonly string[] }>(
  tables: readonly T[],
): T[] {
  const rest = [...tables];
  const done: T[] = [];
  const isDone = (name: string) => done.some((table) => table.name === name);
  while (rest.length > 0) {
    const next = rest.findIndex(({ name, refers_to }) =>
      refers_to.every((other) => other === name || isDone(other)),
    );
    if (next === -1) throw new Error('The tables refer to each other in a circle.');
    done.push(...rest.splice(next, 1));
  }
  return done;
}
