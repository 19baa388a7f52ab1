-- credit_origin: of a credit note that was made from an invoice, the indexes of the lines and of the allowances and charges
-- of the invoice that its own come from. credited: of an invoice, its credit notes and the sum of their totals.
alter table document
  add column credit_origin json,
  add column credited json;
create index document_credited_invoice on document (company_id, (preceding_document ->> 'id'), created_at, id)
  where preceding_document is not null;

update document i
set credited = json_build_object(
  'amount', n.amount, 'notes', n.notes, 'is_made', false,
  'is_complete', n.amount::numeric >= (i.totals ->> 'tax_inclusive')::numeric and (i.totals ->> 'tax_inclusive')::numeric <> 0
)
from (
  select company_id, preceding_document ->> 'id' as invoice_id,
         sum((totals ->> 'tax_inclusive')::numeric)::text as amount,
         json_agg(json_build_object('id', id, 'number', number) order by created_at, id) as notes
  from document
  where preceding_document ->> 'id' is not null
  group by company_id, preceding_document ->> 'id'
) n
where i.company_id = n.company_id and i.id::text = n.invoice_id and i.journal_id is not null;
