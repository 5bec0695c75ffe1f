// Joining spaces: invitations that expire, requests to the owner, and removals.

export const joining = `
alter table space add column by_approval boolean not null default false;

create table invitation (
  code text primary key,
  space text not null references space on delete cascade,
  inviter text not null references person,
  created_at bigint not null,
  expires_at bigint not null
);
create index invitation_of on invitation (space, inviter, created_at);
create index invitation_by_end on invitation (expires_at);

create table join_apply (
  space text not null references space on delete cascade,
  identifier text not null references person,
  message text not null,
  status text not null,
  applied_at bigint not null,
  updated_at bigint not null,
  primary key (space, identifier)
);
create index join_apply_waiting on join_apply (space, applied_at) where status = 'applying';
create index join_apply_of on join_apply (identifier);
create index join_apply_by_time on join_apply (updated_at);

create table removed (
  place text not null,
  identifier text not null references person,
  removed_at bigint not null,
  primary key (place, identifier)
);
create index removed_of on removed (identifier);
`;
