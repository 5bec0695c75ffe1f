// The names that people give to their devices.

export const givenDeviceNames = `alter table device add column given_name text not null default '';`;
