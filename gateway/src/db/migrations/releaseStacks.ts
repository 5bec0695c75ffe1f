// The source maps of releases, which nothing serves, and the stacks of their crashes.

export const releaseStacks = `
create table release_map (
  remote text not null,
  version text not null,
  path text not null,
  data bytea not null,
  uploaded_at bigint not null,
  primary key (remote, version, path)
);
create table release_stack (
  remote text not null,
  version text not null,
  frames text not null,
  count int not null,
  last_at bigint not null,
  primary key (remote, version, frames)
);
`;
