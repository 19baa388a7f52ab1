-- What a received document states of its payment besides the account (EN 16931 BT-59, BT-20). Own documents have neither, nor do
-- documents that were received before. No rows are selected by the columns, so they need no statistics.
alter table document add column payee text, add column payment_terms text;
do $$ begin alter table document
  alter column payee set statistics 0, alter column payment_terms set statistics 0; exception
  when feature_not_supported then null; end $$;
