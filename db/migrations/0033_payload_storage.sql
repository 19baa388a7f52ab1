-- PostgreSQL compresses a value only if that saves a quarter of it. With a PDF in it a payload does not shrink so much, which the
-- server finds out by trying, for half of the time of the statement. Citus refuses the change for a table that is distributed
-- already: there the column stays as it is.
do $$ begin alter table transmission alter column payload set storage external; exception
  when feature_not_supported then null; end $$;
