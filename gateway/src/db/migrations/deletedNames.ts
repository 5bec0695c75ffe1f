// Deleted accounts whose names still have to be removed from other people's data: see account/deletedNames.ts.

export const deletedNames = `
alter table person add column names_left boolean not null default false;
update person set names_left = true where deleted_at is not null and kind = 'person';
create index person_names_left on person (deleted_at) where names_left;
`;
