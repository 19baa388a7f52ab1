-- Who is signed in to the console; shared by all nodes.
create table console_session (
  id uuid primary key,
  token_digest bytea not null, -- SHA-256 of the cookie's token
  opened_with bytea not null, -- names the management token: another one ends all sessions
  source_address text not null,
  user_agent text,
  began_at timestamptz not null,
  seen_at timestamptz not null, -- at most a minute behind the latest request
  constraint console_session_token unique (token_digest)
);
create index console_session_seen on console_session (seen_at); -- for the sweep
