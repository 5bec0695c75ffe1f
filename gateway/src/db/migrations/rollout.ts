// Releases of the remotes, their rollout, deploy tokens, and their health.

export const rollout = `
create table registry (one boolean primary key default true check (one), revision bigint not null);
insert into registry (revision) values (0);

create table release (
  remote text not null,
  version text not null,
  contract text not null,
  owner text not null,
  entry text not null,
  files jsonb not null,
  notes text not null,
  seeded boolean not null,
  published_at bigint not null,
  stable_at bigint,
  retired_at bigint,
  withdrawn boolean not null default false,
  dropped boolean not null default false,
  primary key (remote, version)
);

create table release_file (
  remote text not null,
  version text not null,
  path text not null,
  integrity text not null,
  data bytea not null,
  uploaded_at bigint not null,
  primary key (remote, version, path)
);
create index release_file_by_hash on release_file (integrity);

create table offer (
  remote text primary key,
  stable text,
  candidate text,
  share integer not null check (share between 0 and 100),
  foreign key (remote, stable) references release (remote, version),
  foreign key (remote, candidate) references release (remote, version)
);

create table deploy_token (
  name text primary key,
  remote text not null,
  hash bytea not null,
  created_at bigint not null
);

create table audit (
  id bigint generated always as identity primary key,
  time bigint not null,
  who text not null,
  remote text not null,
  what text not null,
  why text not null
);
create index audit_of_remote on audit (remote, id);

create table remote_health (
  remote text not null,
  version text not null,
  minute bigint not null,
  loads integer not null,
  errors integer not null,
  crashes integer not null,
  ready integer[] not null,
  primary key (remote, version, minute)
);
`;
