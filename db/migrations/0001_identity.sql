-- Who may call: one table per question, none of them referred to by tenant data, so that they stay
-- on one server when tenant tables are distributed by company.

-- One row for the whole installation, shared by its nodes.
create table installation (
  id integer primary key default 1 check (id = 1),
  secret_key bytea not null check (length(secret_key) = 32), -- keys the digests of secrets and the MAC of refresh tokens
  clock_offset_s integer not null default 0 check (clock_offset_s >= 0)
);

create table client (
  client_id varchar(64) collate "C" primary key,
  company_id uuid not null,
  name text not null,
  secret_hash text not null, -- bcrypt over a keyed digest of the secret
  previous_secret_hash text,
  previous_secret_expires_at timestamptz,
  permissions jsonb not null, -- {"document": ["create", …], …}
  active boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((previous_secret_hash is null) = (previous_secret_expires_at is null))
);
create index client_of_company on client (company_id, created_at, client_id);
create index client_of_company_updated on client (company_id, updated_at, client_id);

-- At most one live refresh token per client: one row. The token names its row (family) and its generation.
create table refresh_token (
  family uuid primary key,
  client_id varchar(64) collate "C" not null unique references client on delete cascade,
  generation integer not null,
  token_hash bytea, -- SHA-256 of the live token; null: revoked
  -- When the latest tokens of the family were used, the newest first: used_at[1] is that of generation - 1. A token
  -- that comes again long after its own use is stolen; soon after it, its holder may only have lost the answer.
  used_at timestamptz[] not null
) with (fillfactor = 50); -- rotations stay on their page

-- Failed secrets per known client within the window that the first of them opened.
create table failed_attempt (
  client_id varchar(64) collate "C" primary key,
  window_started_at timestamptz not null,
  count integer not null
) with (fillfactor = 50);
