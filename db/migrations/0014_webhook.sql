-- Subscriptions of clients to events. These tables have no foreign key to `company`: companies are never deleted.
create table webhook (
  company_id uuid not null,
  id uuid not null,
  client_id text collate "C" not null,
  url text not null,
  types text[] not null, -- exact types, `<resource>.*` or `*`
  description text,
  active boolean not null,
  disabled_at timestamptz, -- when the service turned it off because of its failures
  failing_since timestamptz, -- the first failure since the last success
  sealed_secret text not null,
  previous_sealed_secret text,
  previous_secret_expires_at timestamptz,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id)
);
create index webhook_created on webhook (company_id, client_id, created_at, id);
create index webhook_updated on webhook (company_id, client_id, updated_at, id);

-- How far deliveries of each webhook were made, and the node that makes and sends them. A row of its own, because it
-- changes with every batch of events.
create table webhook_progress (
  company_id uuid not null,
  webhook_id uuid not null,
  position bigint not null, -- of the last event of which deliveries were made, or that was passed by
  due_at timestamptz, -- not later than `next_attempt_at` of any pending delivery; null: none is pending
  worker_id uuid, -- the node that has the lease; see webhook_worker
  primary key (company_id, webhook_id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- The nodes. The leases of a node end when `alive_until` has passed by the clock of the database.
create table webhook_worker (
  id uuid primary key,
  alive_until timestamptz not null
);

-- Sendings of events, kept for 90 days.
create table webhook_delivery (
  company_id uuid not null,
  webhook_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  type text collate "C" not null,
  position bigint, -- of the event; null for a test, which is not in the log
  body text, -- of a test; other bodies are in `event`
  state text collate "C" not null check (state in ('pending', 'delivered', 'failed')),
  attempts jsonb not null,
  next_attempt_at timestamptz, -- null unless pending
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, webhook_id, id)
);
create index webhook_delivery_created on webhook_delivery (company_id, webhook_id, created_at, id);
create index webhook_delivery_updated on webhook_delivery (company_id, webhook_id, updated_at, id);
create index webhook_delivery_of_event on webhook_delivery (company_id, webhook_id, event_id, id);
create index webhook_delivery_due on webhook_delivery (company_id, webhook_id, next_attempt_at, id)
  where state = 'pending';
create index webhook_delivery_failed on webhook_delivery (company_id, webhook_id, position)
  where state = 'failed';
-- For the sweep: rows are stored in the order of this column.
create index webhook_delivery_age on webhook_delivery using brin (created_at);
