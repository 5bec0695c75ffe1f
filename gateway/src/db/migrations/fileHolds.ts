// Holds on files, and since when a file has none. Files of accounts deleted before this have no holder and stay.

export const fileHolds = `
create table file_hold (
  key text not null references upload on delete cascade,
  identifier text not null references person,
  primary key (key, identifier)
);
create index file_hold_of on file_hold (identifier);
insert into file_hold select key, owner from upload where owner is not null;

alter table upload add column released_at bigint;
create index upload_released on upload (released_at) where released_at is not null;
`;
