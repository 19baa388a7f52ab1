-- The quote or proforma that a document was made from: id, number and type. It may be deleted later.
alter table document add column converted_from json;
create index document_converted_from on document (company_id, (converted_from ->> 'id'), created_at, id)
  where converted_from is not null;
