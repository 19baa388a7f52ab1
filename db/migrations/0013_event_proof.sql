-- Keys that sign checkpoints, for the whole installation. The newest signs; all of them verify, so none is deleted.
create table signing_key (
  number integer primary key, -- 1, 2, 3 …: of several nodes that add a key at the same time, one succeeds
  key_id text collate "C" not null unique, -- thumbprint of the public key (RFC 7638)
  public_key text collate "C" not null, -- Ed25519, 32 bytes in base64url
  private_key bytea not null, -- Ed25519, sealed with a key that is derived from the installation's key
  created_at timestamptz not null
);

-- A signed statement that a company's chain had a hash at a position. A row never changes.
create table event_checkpoint (
  company_id uuid not null,
  position bigint not null,
  hash text collate "C" not null, -- of the event at the position, in hexadecimal
  day date not null, -- the latest UTC day of all events up to the position
  at timestamptz not null, -- when it was signed
  key_id text collate "C" not null,
  signature text collate "C" not null, -- base64
  primary key (company_id, position)
);

-- The bytes of a status message as it came. Null for a message that became a document, whose file is in `reception`,
-- and for messages that arrived before this column existed.
alter table network_inbound_message add column content bytea;

-- The events of a document's attachments, also of deleted ones.
create index event_of_attachment on event (company_id, ((body::jsonb) #>> '{data,document_id}'), position)
  where type in ('attachment.created', 'attachment.deleted');
