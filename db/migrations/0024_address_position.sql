-- Which side of the window envelope the address of the receiver is drawn for.
alter table branding
  add column address_position text not null default 'left' check (address_position in ('left', 'right'));
