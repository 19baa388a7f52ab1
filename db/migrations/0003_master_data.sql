-- Tenant data. company_id leads every primary key and stands in every foreign key: a reference into
-- another company is impossible, not merely checked.

-- What a name is searched by: each part of three characters, hashed together with the company, so that the entries of
-- one company stand apart in an index over all of them. Any character counts, letter or not.
create function name_parts(company_id uuid, name text) returns bigint[]
  language sql immutable parallel safe
  return array(
    select distinct hashtextextended(company_id::text || substr(name, start, 3), 0)
    from generate_series(1, length(name) - 2) start
  );

create table relation (
  company_id uuid not null references company,
  id uuid not null,
  type text not null check (type in ('company', 'contact')),
  name text, -- of a company
  first_name text, -- of a contact
  last_name text,
  vat text,
  identifier text,
  electronic_address text,
  website text,
  email text,
  phone text,
  language text,
  address jsonb,
  iban text,
  bic text,
  payment_term_days integer,
  buyer_reference text,
  note text,
  -- The members above as they are compared, in upper case: names, numbers without separators.
  sort_name text collate "und-x-icu" not null, -- a contact's last name comes first
  search_name text not null, -- a contact's first name stands on both sides of the last
  vat_key text collate "C",
  identifier_key text collate "C",
  electronic_address_key text collate "C",
  email_key text collate "C",
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id)
);
create index relation_created on relation (company_id, created_at, id);
create index relation_updated on relation (company_id, updated_at, id);
create index relation_name on relation (company_id, sort_name, id);
create index relation_type on relation (company_id, type, created_at, id);
create index relation_country on relation (company_id, (address ->> 'country_code'), created_at, id);
create index relation_vat on relation (company_id, vat_key, created_at, id) where vat_key is not null;
create index relation_identifier on relation (company_id, identifier_key, created_at, id)
  where identifier_key is not null;
create index relation_electronic_address on relation (company_id, electronic_address_key, created_at, id)
  where electronic_address_key is not null;
create index relation_email on relation (company_id, email_key, created_at, id) where email_key is not null;
-- A search reads what waits to be sorted into the index from end to end: little may wait.
create index relation_search on relation using gin (name_parts(company_id, search_name))
  with (gin_pending_list_limit = 256);

-- Who holds a VAT number, identifier or electronic address among the relations of a company. A second
-- holder is refused by the primary key; one that was let in on request (ignore_duplicate) has no row here
-- until the holder goes or changes.
create table relation_identity (
  company_id uuid not null,
  kind text collate "C" not null check (kind in ('vat', 'identifier', 'electronic_address')),
  value text collate "C" not null, -- as in the relation's column of that kind with `_key`
  relation_id uuid not null,
  primary key (company_id, kind, value),
  foreign key (company_id, relation_id) references relation on delete cascade
);
create index relation_identity_of_relation on relation_identity (company_id, relation_id);

create table delivery_location (
  company_id uuid not null,
  relation_id uuid not null,
  id uuid not null,
  name text not null,
  identifier text,
  identifier_scheme text,
  address jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, relation_id, id),
  constraint delivery_location_relation foreign key (company_id, relation_id) references relation on delete cascade,
  check ((identifier is null) = (identifier_scheme is null))
);
create index delivery_location_created on delivery_location (company_id, relation_id, created_at, id);
create index delivery_location_updated on delivery_location (company_id, relation_id, updated_at, id);
create index delivery_location_identifier on delivery_location (company_id, relation_id, identifier, created_at, id)
  where identifier is not null;

-- A default is a pointer row: its primary key allows one per scope, its foreign key only a member of the
-- scope; the members' foreign key back to it, checked at commit, allows no scope without a default.

create table bank_account (
  company_id uuid not null references company,
  id uuid not null,
  reference text not null, -- IBAN
  bic text,
  name text,
  manual boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  constraint bank_account_reference unique (company_id, reference)
);
create index bank_account_created on bank_account (company_id, created_at, id);
create index bank_account_updated on bank_account (company_id, updated_at, id);
create table default_bank_account (
  company_id uuid primary key,
  bank_account_id uuid not null,
  foreign key (company_id, bank_account_id) references bank_account deferrable initially deferred
);
alter table bank_account add constraint bank_account_has_default
  foreign key (company_id) references default_bank_account deferrable initially deferred;

create table journal (
  company_id uuid not null references company,
  id uuid not null,
  code text not null,
  name text not null,
  category text not null check (category in ('sales', 'sales_credit', 'proforma', 'quote', 'purchase', 'purchase_credit')),
  sequence_scope text not null check (sequence_scope in ('continuous', 'yearly', 'monthly')),
  number_format text not null,
  number_pattern text not null, -- the format with the code put in
  first_number integer not null check (first_number > 0),
  first_period text not null, -- the period in which it was created, for which first_number counts
  bank_account_id uuid,
  active boolean not null,
  default_category text generated always as (case when active then category end) stored,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  constraint journal_code unique (company_id, code),
  constraint journal_number_pattern unique (company_id, number_pattern),
  constraint journal_default_target unique (company_id, category, id, active),
  constraint journal_bank_account foreign key (company_id, bank_account_id) references bank_account
);
create index journal_created on journal (company_id, created_at, id);
create index journal_updated on journal (company_id, updated_at, id);
create index journal_of_bank_account on journal (company_id, bank_account_id) where bank_account_id is not null;
create table default_journal (
  company_id uuid not null,
  category text not null,
  journal_id uuid not null,
  active boolean not null default true check (active),
  primary key (company_id, category),
  constraint default_journal_is_active foreign key (company_id, category, journal_id, active)
    references journal (company_id, category, id, active) deferrable initially deferred
);
alter table journal add constraint journal_has_default
  foreign key (company_id, default_category) references default_journal (company_id, category) deferrable initially deferred;

-- Logos by their content. They stay: a document names the one that it was made with, whatever becomes of its branding.
create table logo (
  company_id uuid not null references company,
  sha256 text collate "C" not null,
  content_type text not null,
  bytes bytea not null,
  primary key (company_id, sha256)
);

create table branding (
  company_id uuid not null references company,
  id uuid not null,
  name text not null,
  primary_color text,
  header text,
  footer text,
  logo_sha256 text collate "C",
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  constraint branding_logo foreign key (company_id, logo_sha256) references logo
);
create index branding_created on branding (company_id, created_at, id);
create index branding_updated on branding (company_id, updated_at, id);
create table default_branding (
  company_id uuid primary key,
  branding_id uuid not null,
  foreign key (company_id, branding_id) references branding deferrable initially deferred
);
alter table branding add constraint branding_has_default
  foreign key (company_id) references default_branding deferrable initially deferred;
