// People, their devices and sessions; conversations, members and messages.

export const firstTables = `
create table setting (name text primary key, value text not null);

create table person (
  identifier text primary key,
  phone text unique,
  avatar text not null default '',
  last_name text not null default '',
  created_at bigint not null
);

create table device (
  identifier text not null references person,
  device text not null,
  name text not null,
  system text not null,
  created_at bigint not null,
  seen_at bigint not null,
  primary key (identifier, device)
);

create table family (
  id text primary key,
  identifier text not null references person,
  device text not null,
  generation integer not null,
  rotated_at bigint not null,
  revoked_at bigint
);
create index family_of_device on family (identifier, device) where revoked_at is null;

create table sms_code (
  phone text not null,
  device text not null,
  mac bytea not null,
  tries integer not null,
  expires_at bigint not null,
  primary key (phone, device)
);
create table sms_quota (phone text primary key, sent_at bigint[] not null);

create table conversation (
  id text primary key,
  type text not null,
  pair text unique,
  owner text not null,
  name text not null default '',
  status text not null default 'normal',
  epoch bigint not null default 1,
  last_seq bigint not null default 0,
  members_version bigint not null default 1,
  created_at bigint not null
);

create table member (
  conversation text not null references conversation,
  identifier text not null references person,
  role text not null,
  joined_seq bigint not null,
  joined_at bigint not null,
  left_seq bigint,
  nickname text not null default '',
  user_setting jsonb not null,
  read_seq bigint not null default 0,
  primary key (conversation, identifier)
);
create index member_of on member (identifier, joined_at);

create table message (
  conversation text not null references conversation,
  seq bigint not null,
  id text not null check (length(id) = 24),
  sender text not null,
  device text not null,
  ts bigint not null,
  sealed boolean not null,
  body bytea,
  primary key (conversation, seq),
  unique (conversation, id)
);

create table device_copy (
  identifier text not null,
  device text not null,
  conversation text not null references conversation,
  seq bigint not null,
  envelope bytea,
  acked_at bigint,
  expires_at bigint not null,
  primary key (conversation, seq, identifier, device)
);
create index device_queue on device_copy (identifier, device, conversation, seq) where envelope is not null;
create index device_copy_expiry on device_copy (expires_at);

create table device_cursor (
  identifier text not null,
  device text not null,
  conversation text not null references conversation,
  seq bigint not null,
  primary key (identifier, device, conversation)
);

create table block (
  identifier text not null references person,
  blocked text not null references person,
  primary key (identifier, blocked)
);
`;
