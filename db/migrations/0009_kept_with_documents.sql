-- What a document keeps of its company besides the seller, so that a later change of the company leaves its amounts,
-- its PDF and its UBL as they are. Null only in rows that the previous release wrote: there the company's value counts.
alter table document
  add column company_currency text, -- the tax currency
  add column embed_pdf boolean, -- whether its PDF travels inside its UBL
  -- Marked as sent by other means: it stays sent whatever becomes of a transmission, and sent_at stays.
  add column marked_sent boolean not null default false;

-- No earlier value is known: the company's of now is the one in force.
update document d
set company_currency = c.currency,
    embed_pdf = c.embed_pdf,
    -- The network makes a document sent that has no status there, or whose send failed, in no other way.
    marked_sent = d.status = 'sent' and (d.peppol_status is null or d.peppol_status = 'failed')
from company c
where c.id = d.company_id;

-- The digest of the file that a received document came as; null for those that came before it was kept.
alter table reception add column sha256 text collate "C" check (length(sha256) = 64);
