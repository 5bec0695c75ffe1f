// Which accounts' reports judge a release, and whether its owner was asked where too few do.

export const judgingAccounts = `
-- The first visit on a later day than the one of the sign-up.
alter table person add column returned_at bigint;
update person set returned_at = seen.last from (select identifier, max(seen_at) as last from device group by identifier) seen
  where seen.identifier = person.identifier and seen.last / 86400000 > person.created_at / 86400000;

-- Whoever has reported so far was judged.
alter table health_account add column judged boolean not null default true, add column network bytea;
alter table health_account alter column judged set default false;
create index health_account_by_network on health_account (remote, version, network) where judged;

alter table release add column asked integer not null default 0, add column doubt text not null default '';
`;
