-- Distributes a migrated database by company over a Citus cluster. Run it on the coordinator, when the workers are added and
-- no node of the service runs (docs/deployment.md). After an upgrade, run it again: it distributes the tables that are new.
--
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 --single-transaction -f db/citus.sql
--
-- Tables without company_id in their primary key stay on the coordinator: installation, client, refresh_token, failed_attempt,
-- console_session, console_person, network_participant, sandbox_message, refused_message, signing_key,
-- webhook_worker.

create extension if not exists citus;
-- One connection to each worker: with several, the transaction waits for its own locks when it runs again.
set local citus.multi_shard_modify_mode = 'sequential';

-- Citus refuses a foreign key to a table that is not distributed yet. The constraints that make the references circular
-- are dropped first and added again at the end.
alter table bank_account drop constraint bank_account_has_default;
alter table journal drop constraint journal_has_default;
alter table branding drop constraint branding_has_default;

select create_distributed_table('company', 'id')
where 'company'::regclass not in (select table_name from citus_tables);
select create_distributed_table(name, 'company_id', colocate_with => 'company')
from unnest(array[
  -- referenced tables before the tables that refer to them
  'idempotency_key',
  'relation', 'relation_identity', 'relation_former_name', 'delivery_location',
  'bank_account', 'default_bank_account',
  'journal', 'default_journal',
  'logo', 'branding', 'default_branding',
  'numbering_sequence', 'document', 'payment', 'link', 'attachment', 'stray_file', 'transmission',
  'received_sender', 'reception', 'network_inbound_message',
  'pending_event', 'event_head', 'event', 'event_checkpoint', 'log_verification',
  'webhook', 'webhook_progress', 'webhook_delivery'
]) with ordinality as tables (name, position)
where name::regclass not in (select table_name from citus_tables)
order by position;

alter table bank_account add constraint bank_account_has_default
  foreign key (company_id) references default_bank_account deferrable initially deferred;
alter table journal add constraint journal_has_default
  foreign key (company_id, default_category) references default_journal (company_id, category) deferrable initially deferred;
alter table branding add constraint branding_has_default
  foreign key (company_id) references default_branding deferrable initially deferred;
