// Names of stored files, and the bytes uploaded on the last day.

export const uploads = `
create table upload (
  key text primary key,
  owner text references person,
  created_at bigint not null
);
create index upload_of on upload (owner, created_at);

create table upload_day (
  identifier text primary key references person,
  day bigint not null,
  bytes bigint not null
);
`;
