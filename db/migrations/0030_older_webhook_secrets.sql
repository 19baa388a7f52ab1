-- The secrets of a webhook before its previous one that still sign, the newest first: a webhook may be rotated several
-- times a day. Each is {"sealed_secret", "expires_at"}. Nodes of an earlier release sign with the last two.
alter table webhook add column older_secrets jsonb not null default '[]';
