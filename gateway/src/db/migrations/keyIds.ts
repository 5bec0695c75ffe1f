// Keeps one-time key ids after a device is removed, because it may return with the same keys.

export const keyIds = `
create table one_time_key_ids (
  identifier text not null references person,
  device text not null,
  identity_key bytea not null,
  highest integer not null,
  primary key (identifier, device, identity_key)
);
insert into one_time_key_ids select identifier, device, identity_key, highest_id from device_keys;
alter table device_keys drop column highest_id;
`;
