-- The Invoice Responses that the company sent about a received document, or received about a document that it sent, the
-- oldest first. They stand in the document's row, so that reading documents reads no other table for them.
alter table document add column responses json not null default '[]';

-- The type of a received document as its sender states it (UNTDID 1001); a response repeats it. Null for documents that
-- were received before.
alter table reception add column type_code text;

-- A document is sent once at a time. A received document may have several responses under way.
drop index transmission_live;
create unique index transmission_live on transmission (company_id, document_id)
  where state in ('pending', 'sent', 'delivered') and document_type not like '%::ApplicationResponse##%';
