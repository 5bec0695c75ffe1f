// The reasons why releases fail, counted like their health.

export const remoteFailure = `
create table remote_failure (
  remote text not null,
  version text not null,
  minute bigint not null,
  type text not null,
  count integer not null,
  primary key (remote, version, minute, type)
);
`;
