-- What the caller's own system keeps with a resource. An external_id names one resource of its kind in a company.
-- A row that has duplicates of several kinds is refused for the external_id last: PostgreSQL checks unique indexes in the
-- order in which they were created, and a dump restores them in the order of their names.
alter table document
  add column external_id text,
  add column metadata json not null default '{}';
create unique index document_unique_external_id on document (company_id, external_id) where external_id is not null;

alter table relation
  add column external_id text,
  add column metadata json not null default '{}';
create unique index relation_unique_external_id on relation (company_id, external_id) where external_id is not null;

alter table bank_account
  add column external_id text,
  add column metadata json not null default '{}';
create unique index bank_account_unique_external_id on bank_account (company_id, external_id) where external_id is not null;

alter table journal
  add column external_id text,
  add column metadata json not null default '{}';
create unique index journal_unique_external_id on journal (company_id, external_id) where external_id is not null;

alter table branding
  add column external_id text,
  add column metadata json not null default '{}';
create unique index branding_unique_external_id on branding (company_id, external_id) where external_id is not null;
