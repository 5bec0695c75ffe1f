// Which form of what is sealed a device opens, as it has signed it.

export const forms = `
alter table device_keys add column form integer not null default 0;
alter table device_keys add column form_signature bytea not null default '';
`;
