-- People who signed in to the console by OpenID Connect; null: with the management token.
alter table console_session
  add column person_sub text,
  add column person_email text,
  add column person_role text check (person_role in ('operator', 'viewer')),
  add constraint console_session_person check (num_nulls(person_sub, person_email, person_role) in (0, 3));

-- The names behind the ids of operators in events.
create table console_person (
  sub text collate "C" primary key,
  email text not null,
  signed_in_at timestamptz not null
);
