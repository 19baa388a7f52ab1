-- The search of the console finds clients by part of their name.
create index client_search on client using gin (
  name_parts('00000000-0000-0000-0000-000000000000', folded_case(name))
) with (gin_pending_list_limit = 256);
