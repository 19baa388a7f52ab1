-- What documents are searched by, without case: the name of the buyer, or of the seller of a received document, and the
-- number. The expressions give what foldCase gives. A name has no limit in a received document: 1,000 characters count.
alter table document
  add column search_name text not null generated always as (
    upper(lower(normalize(left(
      coalesce(case when status = 'received' then seller ->> 'name' else buyer ->> 'name' end, ''), 1000
    )) collate "und-x-icu"))
  ) stored,
  add column search_number text collate "C" not null generated always as (
    upper(lower(normalize(left(number, 1000)) collate "und-x-icu"))
  ) stored;
create index document_search on document using gin (name_parts(company_id, search_name))
  with (gin_pending_list_limit = 256);
create index document_search_number on document (company_id, search_number, id);
