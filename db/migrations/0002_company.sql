create table company (
  id uuid primary key,
  name text not null,
  vat text,
  identifier text,
  electronic_address text,
  address jsonb,
  email text,
  currency text not null,
  language text not null,
  timezone text not null,
  self_billing_enabled boolean not null,
  embed_pdf boolean not null, -- whether the PDF travels inside the UBL
  books_closed_until date,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index company_created on company (created_at, id);
create index company_updated on company (updated_at, id);

-- Which company an electronic address belongs to, over the whole installation: a table of its own,
-- because a unique index without the company's id cannot be distributed.
create table network_participant (
  electronic_address text collate "C" primary key, -- lower case
  company_id uuid not null unique
);

-- What a request under an Idempotency-Key was answered: written in the transaction of its effect, so that a row
-- says that the effect happened, and no row that it did not.
create table idempotency_key (
  company_id uuid not null references company,
  client_id varchar(64) collate "C" not null,
  key text collate "C" not null,
  fingerprint bytea not null, -- SHA-256 of method, address and body
  status integer, -- of the answer; null only inside the transaction that writes it
  headers json,
  body text,
  created_at timestamptz not null,
  primary key (company_id, client_id, key)
);
create index idempotency_key_created on idempotency_key (created_at); -- for the sweep
