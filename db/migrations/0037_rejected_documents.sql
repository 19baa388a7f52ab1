-- Whether the document is sent again after the receiver has rejected it. The receiver has it, so the document stays sent
-- whatever becomes of the new send. A draft that such a send has left by now may have been changed; it stays a draft.
alter table document add column was_rejected boolean not null default false;

update document d
set was_rejected = true
from transmission t
where t.state = 'rejected' and d.status = 'sent' and d.peppol_status <> 'rejected'
  and d.company_id = t.company_id and d.id = t.document_id;

-- No rows are selected by it. Citus refuses the change for a table that is distributed already: there the statistics stay.
do $$ begin alter table document alter column was_rejected set statistics 0; exception
  when feature_not_supported then null; end $$;
