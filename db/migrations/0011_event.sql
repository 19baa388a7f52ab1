-- An event is written in the transaction of its change, without a position: `pending_event`. After the commit, a node
-- gives it the next position of its company, chains it by its hash and moves it to `event`. So the order of positions
-- is the order in which events were found committed, and no transaction that commits late gets an earlier one.
-- These tables have no foreign key to `company`: companies are never deleted, and the check costs each event a look-up.
create table pending_event (
  company_id uuid not null,
  sequence bigint generated always as identity, -- the order of insertion, in which positions are given
  id uuid not null,
  type text collate "C" not null,
  resource_id text collate "C" not null,
  event text not null, -- canonical JSON (RFC 8785) with position 0 and without hashes
  primary key (company_id, sequence)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- The last event of each company. A node that gives positions compares and updates this row.
create table event_head (
  company_id uuid primary key,
  position bigint not null,
  hash text collate "C" not null, -- SHA-256 in hexadecimal
  occurred_at timestamptz -- null before the first event
) with (fillfactor = 50);

-- The log. A row never changes.
create table event (
  company_id uuid not null,
  position bigint not null,
  id uuid not null,
  type text collate "C" not null,
  resource_id text collate "C" not null,
  content bytea not null, -- SHA-256 of the event without both hashes, as canonical JSON (RFC 8785)
  hash bytea not null,
  body text not null, -- JSON as webhooks send it: the content, then both hashes
  primary key (company_id, position),
  constraint event_id unique (company_id, id)
);
create index event_of_resource on event (company_id, resource_id, position);
