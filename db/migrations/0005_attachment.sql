-- What lies in the file store without a row that refers to it: a file that is being uploaded, or one that is left
-- over. A row here is written before the first byte, and goes in the transaction that writes the file's own row; what
-- takes a file's own row away writes one here again. So every file that may exist is in exactly one of the two.
create table stray_file (
  company_id uuid not null,
  key text collate "C" not null, -- in the file store
  uploading_since timestamptz, -- null: condemned, nothing may refer to it any more; its bytes go, then this row
  primary key (company_id, key)
);

-- A file that was added to a document. It never changes; its bytes are in the file store.
create table attachment (
  company_id uuid not null,
  document_id uuid not null,
  id uuid not null,
  filename text not null, -- Unicode NFC
  filename_key text collate "C" not null, -- the filename as it is compared: without the difference of case
  content_type text not null,
  size integer not null check (size > 0), -- bytes
  sha256 text collate "C" not null check (length(sha256) = 64), -- of the bytes, in hexadecimal
  key text collate "C" not null, -- in the file store
  created_at timestamptz not null,
  primary key (company_id, document_id, id),
  constraint attachment_filename unique (company_id, document_id, filename_key),
  -- No cascade: whoever deletes a document moves the keys of its attachments to stray_file.
  constraint attachment_document foreign key (company_id, document_id) references document
);
create index attachment_created on attachment (company_id, document_id, created_at, id);
