-- Why messages of the network are refused, to list them by. Nodes of the version before insert without the column.
alter table refused_message add column kind text not null default 'invalid'
  check (kind in ('unknown_receiver', 'unknown_document', 'unreadable', 'invalid'));
update refused_message set kind = case
  when reason = 'body: the receiver is not a participant of this installation' then 'unknown_receiver'
  when reason = 'body: refers to no document that was sent by this installation' then 'unknown_document'
  else 'unreadable' end
where reason in (
    'body: the receiver is not a participant of this installation',
    'body: refers to no document that was sent by this installation',
    'body: must not be empty'
  )
  or reason ~ '^body: (is neither|is not in the encoding|is in an encoding|cannot be read|takes too much)';
create index refused_message_kind on refused_message (kind, received_at, id);
create index refused_message_receiver on refused_message ((lower(receiver) collate "C"), received_at, id);
