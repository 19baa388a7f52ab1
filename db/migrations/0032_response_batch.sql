-- The responses of keys that one statement inserts are stored by one of these rows, compressed together: they have most of
-- their text in common. These rows have no status, headers and body, so that nodes of an earlier release replay
-- none of them.
alter table idempotency_key
  add column batch_id uuid,
  add column batch_position integer, -- of the response, from 0
  add column computed_value text, -- JSON: replaces the placeholder of the response, if it has one
  add column batch_content bytea; -- in the row that expires last: src/adapters/postgres/idempotency/response-batch.ts
create index idempotency_key_batch on idempotency_key (company_id, batch_id) where batch_content is not null;
