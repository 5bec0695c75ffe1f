// Device approval: devices with keys are approved; a device's claim to be the first, the address of its sign-in, and
// sessions ended elsewhere.

export const approvals = `
alter table device add column approved boolean not null default false;
alter table device add column claimed_at bigint;
alter table device add column address text not null default '';
alter table family add column removed boolean not null default false;
update device d set approved = true
  where exists (select from device_keys k where k.identifier = d.identifier and k.device = d.device);
`;
