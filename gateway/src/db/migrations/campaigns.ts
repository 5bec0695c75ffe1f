// Campaigns with tasks, prizes, claims and draws.

const columns = `
alter table campaign
  add column state text not null default 'published',
  add column way text not null default 'firstCome',
  add column prize text not null default 'none',
  add column prizes integer not null default 0,
  add column given integer not null default 0,
  add column claims integer not null default 0,
  add column seed text not null default '',
  add column drawn_at bigint;
create index campaign_by_start on campaign (begins_at desc, id);
create index campaign_to_draw on campaign (ends_at) where way = 'draw' and state = 'published' and drawn_at is null;
alter table campaign_participant
  add column joined_at bigint not null default 0,
  add column network text not null default '';
create index campaign_network on campaign_participant (campaign) where network <> '';

-- A banner may be the default picture from before; only uploaded ones are counted.
create trigger campaign_pictures after insert or delete or update of banner on campaign
  for each row execute function count_pictures('banner');
`;

const tasks = `
create table campaign_task (
  campaign text not null references campaign on delete cascade,
  no integer not null,
  kind text not null,
  target text not null,
  count integer not null,
  from_start boolean not null,
  read_seq bigint not null default 0,
  primary key (campaign, no)
);
create table campaign_said (
  campaign text not null,
  task integer not null,
  identifier text not null references person,
  seq bigint not null,
  primary key (campaign, task, identifier),
  foreign key (campaign, task) references campaign_task on delete cascade
);
create index campaign_said_by on campaign_said (identifier);
`;

const claims = `
create table campaign_code (
  campaign text not null references campaign on delete cascade,
  place integer not null,
  code text not null,
  primary key (campaign, place),
  unique (campaign, code)
);
create table campaign_claim (
  campaign text not null references campaign on delete cascade,
  identifier text not null references person,
  claimed_at bigint not null,
  ticket text,
  place integer,
  wallet text,
  wallet_key bytea,
  phone_key bytea,
  network text not null default '',
  primary key (campaign, identifier)
);
create unique index campaign_claim_ticket on campaign_claim (campaign, ticket collate "C") where ticket is not null;
create unique index campaign_claim_place on campaign_claim (campaign, place) where place is not null;
create unique index campaign_claim_wallet on campaign_claim (campaign, wallet_key) where wallet_key is not null;
create unique index campaign_claim_phone on campaign_claim (campaign, phone_key) where phone_key is not null;
create index campaign_claim_of on campaign_claim (identifier);

create table campaign_refusal (
  campaign text not null references campaign on delete cascade,
  identifier text not null references person,
  kind text not null,
  other text not null references person,
  refused_at bigint not null,
  primary key (campaign, identifier, kind)
);
create index campaign_refusal_of on campaign_refusal (identifier);
create index campaign_refusal_other on campaign_refusal (other);
`;

export const campaigns = columns + tasks + claims;
