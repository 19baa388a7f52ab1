-- One row per journal and period: the counter that numbers are taken from. Always locked first.
create table numbering_sequence (
  company_id uuid not null,
  journal_id uuid not null,
  period text not null, -- '2026', '2026-07', or '' for a continuous sequence
  last_number integer not null,
  last_issue_date date, -- of the document that carries last_number; null when none is left
  primary key (company_id, journal_id, period),
  constraint numbering_sequence_journal foreign key (company_id, journal_id) references journal
) with (fillfactor = 50); -- the counter's updates stay on their page

-- A document is one row: its lines and what was kept of seller, buyer and payment are read and written
-- with it and never apart from it, so they are columns (json, as written), not tables.
create table document (
  company_id uuid not null, -- the relation's foreign key holds it to an existing company
  id uuid not null,
  type text not null,
  journal_id uuid, -- null: received
  period text,
  sequence_number integer,
  number text not null,
  status text not null check (status in ('draft', 'sent', 'received')),
  accounting_status text not null check (accounting_status in ('pending', 'transmitted')),
  peppol_status text check (peppol_status in ('pending', 'sent', 'delivered', 'failed', 'rejected')),
  peppol_error json,
  payment_status text not null check (payment_status in ('unpaid', 'partial', 'paid')),
  relation_id uuid not null,
  delivery_location_id uuid,
  branding_id uuid,
  issue_date date not null,
  due_date date,
  delivery_date date,
  period_start date,
  period_end date,
  currency text not null,
  exchange_rate text,
  language text not null,
  buyer_reference text,
  order_reference text,
  note text,
  payment_reference text,
  payment_reference_made boolean not null,
  preceding_document json,
  seller json not null,
  buyer json not null,
  delivery json,
  payment json,
  branding json,
  lines json not null,
  allowance_charges json not null,
  vat_breakdown json not null,
  totals json not null,
  paid_amount text,
  duplicate_of uuid,
  sent_at timestamptz,
  transmitted_at timestamptz,
  received_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  constraint document_sequence_number unique (company_id, journal_id, period, sequence_number),
  -- The counter's row is locked by whoever numbers a document, so this costs no lock on the journal's.
  constraint document_sequence foreign key (company_id, journal_id, period) references numbering_sequence,
  constraint document_relation foreign key (company_id, relation_id) references relation,
  constraint document_delivery_location foreign key (company_id, relation_id, delivery_location_id) references delivery_location,
  check ((journal_id is null) = (sequence_number is null) and (journal_id is null) = (period is null))
);
-- No two own documents of a company carry the same number.
create unique index document_own_number on document (company_id, number) where journal_id is not null;
-- A structured payment reference that the service made names one document of the company.
create unique index document_made_reference on document (company_id, payment_reference) where payment_reference_made;
create index document_received_number on document (company_id, number) where journal_id is null;

-- Lists: each filter in the order of the default sort, each sort by itself; ties go by id. The two dates carry
-- created_at along, and it carries them, so that a range of dates is put into the default order without visiting rows.
create collation document_number (provider = icu, locale = 'und-u-kn-ks-level2', deterministic = false); -- INV-9 before INV-10
create index document_by_created on document (company_id, created_at, id) include (issue_date, due_date, updated_at);
create index document_by_updated on document (company_id, updated_at, id) include (created_at);
create index document_by_issue_date on document (company_id, issue_date, id) include (created_at);
create index document_by_due_date on document (company_id, due_date, id) include (created_at);
create index document_by_number on document (company_id, number collate document_number, id);
create index document_of_type on document (company_id, type, created_at, id);
create index document_of_status on document (company_id, status, created_at, id);
create index document_of_peppol_status on document (company_id, peppol_status, created_at, id) where peppol_status is not null;
create index document_of_accounting_status on document (company_id, accounting_status, created_at, id);
create index document_of_payment_status on document (company_id, payment_status, created_at, id);
create index document_of_journal on document (company_id, journal_id, created_at, id);
create index document_of_relation on document (company_id, relation_id, created_at, id);
create index document_of_currency on document (company_id, currency, created_at, id);

-- What else refers to a document or a relation: reconciliations, projects and the like. It keeps them from going.
create table link (
  company_id uuid not null,
  id uuid not null,
  target text not null check (target in ('document', 'relation')),
  document_id uuid,
  relation_id uuid,
  kind text not null,
  reference text,
  amount text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  constraint link_document foreign key (company_id, document_id) references document,
  constraint link_relation foreign key (company_id, relation_id) references relation,
  check ((target = 'document') = (document_id is not null) and (target = 'relation') = (relation_id is not null))
);
create index link_of_document on link (company_id, document_id) where document_id is not null;
create index link_of_relation on link (company_id, relation_id, kind) where relation_id is not null;
create index link_created on link (company_id, created_at, id);
create index link_updated on link (company_id, updated_at, id);
