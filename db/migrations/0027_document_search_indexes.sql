-- The search for a number or a customer with many documents reads these indexes instead of the rows. They are not longer by
-- an entry: changes of a document write to all of its indexes anyway, since its time of change is in one.
drop index document_own_number;
create unique index document_own_number on document (company_id, number)
  include (created_at, updated_at, issue_date, id) where journal_id is not null;
drop index document_of_relation;
create index document_of_relation on document (company_id, relation_id, created_at, id)
  include (updated_at, issue_date, status, type);
