// Testers' links to releases, what their browsers reported, and the people who have joined a remote's beta.

export const testers = `
create table tester_link (
  id text primary key,
  hash bytea not null unique,
  remote text not null,
  version text not null,
  who text not null,
  expires_at bigint not null
);
create table tester_health (
  remote text not null,
  version text not null,
  loads int not null default 0,
  failures int not null default 0,
  primary key (remote, version)
);
create table beta_member (identifier text not null, remote text not null, primary key (identifier, remote));
alter table offer add column beta text, add column beta_share int not null default 0;
`;
