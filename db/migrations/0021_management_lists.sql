-- What the management API lists companies by: the name without case, and parts of name, VAT number and identifier. A part
-- of three characters or more is looked up in the index. The character between the members is one that they cannot have.
alter table company
  add column sort_name text collate "und-x-icu" not null generated always as (folded_case(name)) stored,
  add column search_text text not null generated always as (
    folded_case(name) || E'\x01' || folded_case(coalesce(vat, '')) || E'\x01' || folded_case(coalesce(identifier, ''))
  ) stored;
create index company_name on company (sort_name, id);
create index company_search on company using gin (name_parts('00000000-0000-0000-0000-000000000000', search_text))
  with (gin_pending_list_limit = 256);

-- The transmissions of all companies.
create index transmission_all_created on transmission (created_at, message_id);
create index transmission_all_updated on transmission (updated_at, message_id);
create index transmission_receiver on transmission ((lower(receiver) collate "C"), created_at, message_id);
-- The states that are rare; the others are found along transmission_all_created.
create index transmission_unsettled on transmission (state, created_at, message_id)
  where state in ('pending', 'failed', 'rejected');
