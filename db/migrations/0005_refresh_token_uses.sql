-- When the latest tokens of the family were used, the newest first: used_at[1] is that of generation - 1. A token
-- that comes again long after its own use is stolen; soon after it, its holder may only have lost the answer.
alter table refresh_token add column used_at timestamptz[] not null default '{}';
