-- PostgreSQL keeps no statistics of the companies of tenant tables that have several indexes. Of a company that came after the last analysis they say that it
-- has no rows: a complete list of up to a hundred companies has all rows. Every index then looks equally good, and the planner
-- may look a document up by its id in an index that has all documents of the company. An analysis is due when a tenth of all
-- rows has changed. Without statistics, the planner expects a 200th of the rows for each company.
--
-- Before PostgreSQL 18, statistics that exist cannot be removed. There they are of the largest company only, so that the others
-- share the other rows. Citus refuses the change for a table that is distributed already.
do $$
declare
  tenant_table text;
begin
  for tenant_table in
    select c.relname from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where a.attname = 'company_id' and c.relnamespace = current_schema()::regnamespace
    group by c.relname
    having bool_or(i.indisprimary) and count(*) > 1
    order by c.relname
  loop
    begin
      execute format('alter table %I alter column company_id set statistics 0', tenant_table);
      if exists (
        select from pg_stats
        where schemaname = current_schema() and tablename = tenant_table and attname = 'company_id'
      ) then
        if current_setting('server_version_num')::integer >= 180000 then
          execute format(
            'select pg_clear_attribute_stats(%L, %L, %L, false)', current_schema(), tenant_table, 'company_id'
          );
        else
          execute format('alter table %I alter column company_id set statistics 1', tenant_table);
          execute format('analyze %I (company_id)', tenant_table);
        end if;
      end if;
    exception when feature_not_supported then
      null;
    end;
  end loop;
end $$;
