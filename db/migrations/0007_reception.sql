-- Who sent something to a company, by each of what they are known by. Whoever takes in a document of theirs locks
-- these rows: two documents at once make one relation, and of two that are the same one is seen to be the second.
create table received_sender (
  company_id uuid not null,
  kind text not null check (kind in ('vat', 'identifier', 'electronic_address')),
  value text collate "C" not null, -- as a relation's identities are compared
  primary key (company_id, kind, value)
);

-- What belongs to a received document and is not part of it: how its sender is recognised, and the file that it came as.
create table reception (
  company_id uuid not null,
  document_id uuid not null,
  sender_vat_key text collate "C",
  sender_identifier_keys text[] collate "C" not null, -- of all identifiers that it stated
  sender_electronic_address_key text collate "C",
  content_type text not null,
  size integer not null check (size > 0), -- bytes
  key text collate "C" not null, -- in the file store
  primary key (company_id, document_id),
  constraint reception_document foreign key (company_id, document_id) references document
);

-- What the e-invoicing network brought: each message once, however often it comes.
create table network_inbound_message (
  company_id uuid not null,
  message_id text collate "C" not null, -- instance identifier of the envelope; without one, the SHA-256 of the bytes
  document_id uuid not null, -- that it became, or that it is about
  received_at timestamptz not null,
  primary key (company_id, message_id),
  -- Checked at commit: the row is written first, so that whoever takes in the same message waits for it.
  constraint network_inbound_message_document foreign key (company_id, document_id) references document
    on delete cascade deferrable initially deferred
);
create index network_inbound_message_document on network_inbound_message (company_id, document_id);
