import { loadModule } from 'libpg-query';
import { concernsTenants, objections } from '../support/citus/statement-rules';

beforeAll(() => loadModule());

describe('The check of statements', () => {
  test.each([
    [
      'an insert in a common table expression',
      `with a as (insert into attachment (company_id, id) values ($1, $2) returning id)
       select id from a`,
    ],
    [
      'an insert … select without returning',
      `insert into stray_file (company_id, key) select $1, key from unnest($2::text[]) as key`,
    ],
    [
      'a subselect, function or parameter in do update',
      `insert into event_head (company_id, position) values ($1, 0)
       on conflict (company_id) do update set position = (select 1)`,
    ],
    [
      'a subselect, function or parameter in do update',
      `insert into event_head (company_id, position) values ($1, 0)
       on conflict (company_id) do update set occurred_at = now()`,
    ],
    [
      'a subselect, function or parameter in do update',
      `insert into event_head (company_id, position) select $1, p from unnest($2::bigint[]) as p
       on conflict (company_id) do update set hash = $3 returning true`,
    ],
    [
      'set (…) = (select …)',
      `update document set (type, status) = (select 'invoice', 'draft') where company_id = $1 and id = $2`,
    ],
    [
      'a function that is not immutable in case or coalesce',
      `update transmission set attempts = case when state = 'pending' then attempts || jsonb_build_object('at', $3) end
       where company_id = $1 and message_id = $2`,
    ],
    [
      'a recursive query',
      `with recursive found as (
         (select company_id from pending_event where company_id = $1)
         union all select company_id from found
       ) select company_id from found`,
    ],
    [
      'an outer join on a parameter',
      `select d.id from document d left join relation r on r.company_id = $1 and r.id = $2 where d.company_id = $1`,
    ],
    [
      'tables of companies together with tables of the coordinator',
      `select c.id from company c join client on client.company_id = c.id where c.id = $1`,
    ],
    [
      'tables of companies together with tables of the coordinator',
      `delete from transmission where company_id = $1 and not exists (select from pgboss.job)`,
    ],
    [
      'a sort by a column that hides the one of the table',
      `select position::float8 as position from event where company_id = $1 order by position limit 100`,
    ],
  ])('objects to %s', (objection, text) => {
    expect(objections(text)).toEqual([objection]);
  });

  test.each([
    ['for update skip locked over all companies', 'select id from webhook_delivery for update skip locked'],
    [
      'a function in the from of a union over all companies',
      `select sealed from webhook cross join lateral (
         select sealed_secret union all select older ->> 'sealed_secret' from jsonb_array_elements(older_secrets) older
       ) s (sealed)`,
    ],
  ])('objects to %s', (objection, text) => {
    expect(objections(text)).toContain(objection);
  });

  test.each([
    ['a select', 'document', 'select id from document where id = $1'],
    ['an update', 'document', 'update document set status = $1 where id = $2'],
    ['a delete', 'document', 'delete from document where id = $1'],
    ['an insert', 'document', 'insert into document (id) values ($1)'],
    [
      'a subselect',
      'link',
      `select (select count(*) from link l where l.document_id = d.id) from document d where d.company_id = $1`,
    ],
    [
      'a subselect that has it from the outer row',
      'link',
      `select id from document d where d.company_id = $1 and exists (
         select from link l where l.company_id = d.company_id and l.document_id = d.id
       )`,
    ],
    [
      'a lateral',
      'numbering_sequence',
      `select j.id from journal j left join lateral (
         select last_number from numbering_sequence s where s.company_id = j.company_id and s.journal_id = j.id limit 1
       ) s on true where j.company_id = $1`,
    ],
    [
      'one side of a union',
      'link',
      `select id from document where company_id = $1 union all select id from link where document_id = $2`,
    ],
    [
      'a joined table',
      'relation',
      `select d.id from document d join relation r on r.id = d.relation_id where d.company_id = $1`,
    ],
    [
      'a condition that is an alternative',
      'document',
      `select id from document where company_id = $1 or id = $2`,
    ],
    ['a list of companies', 'document', `select id from document where company_id = any($1::uuid[])`],
    ['a company by another column', 'company', `select id from company where name = $1`],
  ])('objects to %s without its own condition on the company', (_what, table, text) => {
    expect(objections(text)).toEqual([`${table} without a condition on the company`]);
  });

  test.each([
    ['a condition on the company', 'select id from document where company_id = $1 and id = $2'],
    ['a constant', `select id from document where company_id = '019f1d1f-0500-707f-8bd4-f6e4244d5947'`],
    ['a cast', 'select id from document where company_id = $1::uuid'],
    [
      'a join on the company',
      `select d.id from document d join relation r on r.company_id = d.company_id and r.id = d.relation_id
       where d.company_id = $1`,
    ],
    ['the id of a company', 'select name from company where id = $1'],
    [
      'common table expressions that select, update and delete, and an insert at the end',
      `with gone as (delete from attachment where company_id = $1 and id = $2 returning key)
       insert into stray_file (company_id, key) select $1, key from gone returning true`,
    ],
    [
      'a conflict that is resolved with columns',
      `insert into received_sender as s (company_id, kind) select $1, kind from unnest($2::text[]) as kind
       on conflict (company_id, kind) do update set kind = s.kind returning true`,
    ],
    [
      'an outer join on the company alone',
      'select 1 from (select 1) one left join event_head h on h.company_id = $1',
    ],
    ['skip locked in one company', 'select id from document where company_id = $1 for update skip locked'],
    [
      'a lock of one of several tables',
      `select j.id from journal j left join default_journal p on p.company_id = $1 and p.journal_id = j.id
       where j.company_id = $1 for update of j`,
    ],
    [
      'a sort by the column of the table',
      `select e.position::float8 as position, e.id as event_id from event e where e.company_id = $1
       order by e.position, event_id`,
    ],
    ['tables of the coordinator alone', 'select 1 from client join refresh_token using (client_id)'],
    [
      'a sweep that is listed',
      'select company_id from pending_event where company_id > $1 order by company_id limit 1',
    ],
  ])('accepts %s', (_what, text) => {
    expect(objections(text)).toEqual([]);
  });

  test.each([
    ['a migration', 'alter table document add column x text; update document set x = status'],
    ['explain', 'explain select id from document'],
  ])('does not read %s', (_what, text) => {
    expect(objections(text)).toEqual([]);
  });

  test('skips statements without a tenant table', () => {
    expect([concernsTenants('select 1 from client'), concernsTenants('select from "document"')]).toEqual([
      false,
      true,
    ]);
  });
});
