-- What documents are searched by, without case: the name of the buyer, or of the seller of a received document, and the
-- beginning of the number. The search of the own documents to a customer adds nothing to their rows: their party is found
-- by the names of the relation, and their numbers by the formats of the journals.

-- What foldCase gives. A name has no limit in a received document: 1,000 characters count.
create function folded_case(value text) returns text
  language sql immutable strict parallel safe
  return upper(lower(normalize(left(value, 1000)) collate "und-x-icu"));

-- Numbers in byte order: the numbers with a common beginning are a range of document_own_number. Only indexes are built
-- again, not the table.
alter table document alter column number type text collate "C";

-- The earlier names of relations, as documents state them, without case. A document keeps the name of its relation when
-- it was made, so it is found by its relation's name or by one of these.
create table relation_former_name (
  company_id uuid not null,
  relation_id uuid not null,
  name text not null,
  name_hash bigint not null generated always as (hashtextextended(name, 0)) stored, -- a name can be too long for a key
  primary key (company_id, relation_id, name_hash),
  foreign key (company_id, relation_id) references relation on delete cascade
);
create index relation_former_name_search on relation_former_name using gin (name_parts(company_id, name))
  with (gin_pending_list_limit = 256);

insert into relation_former_name (company_id, relation_id, name)
select distinct d.company_id, d.relation_id, folded_case(d.buyer ->> 'name')
from document d
join relation r on r.company_id = d.company_id and r.id = d.relation_id
where d.status <> 'received' and d.type not in ('purchase_invoice', 'purchase_credit_note')
  and d.buyer ->> 'name' <> coalesce(r.name, concat_ws(' ', r.first_name, r.last_name));

-- Documents whose party is no relation's present or former name: received ones state any name, and the buyer of a
-- self-billed one is the company.
create index document_search on document using gin (
  name_parts(company_id, folded_case(case when status = 'received' then seller else buyer end ->> 'name'))
) with (gin_pending_list_limit = 256)
where status = 'received' or type in ('purchase_invoice', 'purchase_credit_note');
create index document_search_received_number on document (company_id, (folded_case(number) collate "C"))
where journal_id is null;
