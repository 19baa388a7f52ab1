-- Tenant data. company_id leads every primary key and stands in every foreign key: a reference into
-- another company is impossible, not merely checked.

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
  sort_name text collate "und-x-icu" not null, -- what lists sort by and `q` searches
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id)
);

-- Who holds a VAT number, identifier or electronic address among the relations of a company. A second
-- holder is refused by the primary key; one that was let in on request (ignore_duplicate) has no row here.
create table relation_identity (
  company_id uuid not null,
  kind text collate "C" not null check (kind in ('vat', 'identifier', 'electronic_address')),
  value text collate "C" not null, -- without spaces, dots, dashes and case
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
  foreign key (company_id, relation_id) references relation on delete cascade,
  check ((identifier is null) = (identifier_scheme is null))
);

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

create table branding (
  company_id uuid not null references company,
  id uuid not null,
  name text not null,
  primary_color text,
  header text,
  footer text,
  logo bytea,
  logo_content_type text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  check ((logo is null) = (logo_content_type is null))
);
create table default_branding (
  company_id uuid primary key,
  branding_id uuid not null,
  foreign key (company_id, branding_id) references branding deferrable initially deferred
);
alter table branding add constraint branding_has_default
  foreign key (company_id) references default_branding deferrable initially deferred;
