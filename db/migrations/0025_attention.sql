-- What the console shows operators first, over all companies. Each index has few rows: webhooks that the service turned
-- off, and clients with failed attempts.
create index webhook_disabled on webhook (disabled_at, id) where disabled_at is not null;
create index failed_attempt_window on failed_attempt (window_started_at);

-- The result of the last verification of each company's log.
create table log_verification (
  company_id uuid primary key,
  verified_at timestamptz not null,
  position bigint not null, -- of the head when the verification began
  faults integer not null, -- the first 100 are counted
  first_fault text -- its reason; null without faults
);
create index log_verification_faulty on log_verification (verified_at, company_id) where faults > 0;
