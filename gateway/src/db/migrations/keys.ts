// Devices' public keys, and the policy for copies that cannot be encrypted.

export const keys = `
alter table person add column unencrypted text not null default 'unset';

create table device_keys (
  identifier text not null,
  device text not null,
  registration_id integer not null,
  identity_key bytea not null,
  signed_id integer not null,
  signed_public bytea not null,
  signed_signature bytea not null,
  highest_id integer not null default 0,
  low_told boolean not null default false,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (identifier, device),
  foreign key (identifier, device) references device on delete cascade
);

create table one_time_key (
  identifier text not null,
  device text not null,
  id integer not null,
  public bytea not null,
  primary key (identifier, device, id),
  foreign key (identifier, device) references device_keys on delete cascade
);

drop index edit_of;
create index rewording_of on message (conversation, target) where cmd_id in ('edit', 'resend');
`;
