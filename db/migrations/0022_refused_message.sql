-- Messages that came over the e-invoicing network and were refused, for 90 days. They belong to no company: the receiver
-- may be unknown.
create table refused_message (
  id uuid primary key,
  received_at timestamptz not null,
  sender text, -- electronic addresses, as far as the message states them
  receiver text,
  reason text not null,
  size integer not null, -- bytes
  content bytea not null -- as it came
);
alter table refused_message alter column content set storage external; -- a part of it is read without the rest
create index refused_message_received on refused_message (received_at, id);
