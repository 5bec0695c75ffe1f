// The newest encrypted format that each device supports, signed by the device.

export const forms = `
alter table device_keys add column form integer not null default 0;
alter table device_keys add column form_signature bytea not null default '';
`;
