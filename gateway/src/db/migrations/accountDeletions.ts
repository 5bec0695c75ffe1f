// The time at which an account will be deleted, when its person has requested that.
export const accountDeletions = `
alter table person add column deletes_at bigint;
create index person_deletes_at on person (deletes_at) where deletes_at is not null;
`;
