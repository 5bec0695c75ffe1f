// Release health by account: which account had which release and whether it failed, under irreversible pseudonyms.

export const healthByAccount = `
create table health_account (
  remote text not null,
  version text not null,
  account bytea not null,
  loaded_at bigint not null,
  ready_at bigint,
  failed_at bigint,
  lost_at bigint,
  primary key (remote, version, account)
);
create index health_account_by_age on health_account (loaded_at);

alter table remote_health add column visitors boolean not null default true;
alter table remote_health drop constraint remote_health_pkey, add primary key (remote, version, minute, visitors);
alter table remote_failure add column visitors boolean not null default true;
alter table remote_failure drop constraint remote_failure_pkey, add primary key (remote, version, minute, type, visitors);

alter table release add column judged integer not null default 0, add column watched integer not null default 0;
alter table offer add column follows_checkout boolean not null default false;
`;
