-- PostgreSQL keeps the frequency of the largest company of a tenant table only; the others share the other rows. By default it
-- keeps those of a hundred companies. When there are no more, it expects no row of a company that came after the last
-- analysis. Every index then looks equally good, and the planner may look a document up by its id in an index that has all
-- documents of the company. An analysis is due when a tenth of all rows has changed.
--
-- Citus refuses the change for a table that is distributed already.
do $$
declare
  tenant_table text;
begin
  for tenant_table in
    select c.relname from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indisprimary and a.attname = 'company_id' and c.relnamespace = current_schema()::regnamespace
    order by c.relname
  loop
    begin
      execute format('alter table %I alter column company_id set statistics 1', tenant_table);
      if exists (
        select from pg_stats
        where schemaname = current_schema() and tablename = tenant_table and attname = 'company_id'
      ) then
        execute format('analyze %I (company_id)', tenant_table);
      end if;
    exception when feature_not_supported then
      null;
    end;
  end loop;
end $$;
