-- Whether the document is sent again after the receiver has rejected it. The receiver has it, so the document stays sent
-- whatever becomes of the new send. The service sets it when it accepts that send.
alter table document add column was_rejected boolean not null default false;

-- No rows are selected by it. Citus refuses the change for a table that is distributed already: there the statistics stay.
do $$ begin alter table document alter column was_rejected set statistics 0; exception
  when feature_not_supported then null; end $$;
