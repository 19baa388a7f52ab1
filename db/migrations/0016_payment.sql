-- Payments of documents. Their sum and that of the amounts of links stand in the document's row, as its payment status
-- does, so that reading documents reads no other table for them. A new document has neither: the column is null.
create table payment (
  company_id uuid not null,
  document_id uuid not null,
  id uuid not null,
  amount text not null, -- above 0, in the document's currency
  date date not null,
  method text not null check (method in ('transfer', 'direct_debit', 'card', 'cash', 'other')),
  reference text,
  created_at timestamptz not null, -- payments never change
  primary key (company_id, document_id, id),
  constraint payment_document foreign key (company_id, document_id) references document
);
create index payment_created on payment (company_id, document_id, created_at, id);

alter table document add column settlement json;

update document d
set settlement = json_build_object('payments', null, 'links', linked.amount, 'set_off', null)
from (
  select company_id, document_id, sum(amount::numeric)::text as amount
  from link
  where document_id is not null and amount is not null
  group by company_id, document_id
) linked
where d.company_id = linked.company_id and d.id = linked.document_id;
