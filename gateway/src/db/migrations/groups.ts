// Group changes, withdrawn and anonymous messages, hidden read state, and notices.

export const groups = `
alter table person
  add column hide_read_state boolean not null default false,
  add column notice_seq bigint not null default 0;
alter table device add column notice_seq bigint not null default 0;

alter table conversation
  add column group_setting jsonb not null default '{}',
  add column request text unique;
alter table member add column hidden_seq bigint;

alter table message
  add column anonymous boolean not null default false,
  add column withdrawn boolean not null default false,
  add column cmd_id text not null default '',
  add column target text;
create index edit_of on message (conversation, target) where cmd_id = 'edit';
create index delivered_of on device_cursor (conversation, identifier);

create table notice (
  identifier text not null references person,
  seq bigint not null,
  notify bytea not null,
  except_device text,
  created_at bigint not null,
  primary key (identifier, seq)
);
create index notice_by_time on notice (created_at);
`;
