// Accounts that their person has asked to delete: when that happens.
export const accountDeletions = `
alter table person add column deletes_at bigint;
create index person_deletes_at on person (deletes_at) where deletes_at is not null;
`;
