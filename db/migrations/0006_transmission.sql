-- An accepted send of a document over the e-invoicing network: written before anything leaves.
create table transmission (
  company_id uuid not null,
  message_id uuid not null, -- the network knows the message by it
  document_id uuid not null,
  state text not null check (state in ('pending', 'sent', 'delivered', 'failed', 'rejected')),
  sender text not null, -- electronic addresses
  receiver text not null,
  document_type text not null, -- identifiers of the network
  process text not null,
  sender_country text not null,
  payload bytea not null, -- the document as it is sent, byte for byte, by every attempt
  lacks_pdf boolean not null, -- the PDF is still to be put into the payload, before anything leaves
  generation integer not null, -- how often a worker took it: only the last one may say what became of it
  attempts jsonb not null, -- [{"at", "outcome", "message"}]
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  primary key (company_id, message_id),
  constraint transmission_document foreign key (company_id, document_id) references document on delete cascade
);
-- One at a time: a document is sent again only when it is certain that the last send came to nothing.
create unique index transmission_live on transmission (company_id, document_id)
  where state in ('pending', 'sent', 'delivered');
create index transmission_of_document on transmission (company_id, document_id, created_at, message_id);
create index transmission_updated on transmission (company_id, document_id, updated_at, message_id);
create index transmission_created on transmission (company_id, created_at, message_id);
create index transmission_message on transmission (message_id); -- for those who know nothing but the message

-- What the sandbox network remembers of the messages that it was handed, as an access point does.
create table sandbox_message (
  message_id uuid primary key,
  receiver text not null,
  faults integer not null, -- how often it said that it could not take the message now
  delivered_at timestamptz -- null: it has not taken the message over
);
