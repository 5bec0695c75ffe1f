// Spaces, bots, moments and campaigns.

/** The space that everyone starts in. */
const welcomeSpace = `
insert into space (id, name, intro, owner, avatar, banner, classification, sort_time) values (
  'welcome', 'Welcome', 'News from the people who run this server, and a place to say hello.', 'amber',
  '/chat/pictures/welcome.svg', '/chat/pictures/welcomeBanner.svg', 'community', (extract(epoch from now()) * 1000)::bigint
);
insert into space_member (space, identifier) select 'welcome', identifier from person;
`;

/** Creates an assistant for existing people too; account/newcomer.ts creates it for new ones. */
const assistants = `
insert into ai_bot (id, owner, type, name, name_en, avatar, image, characters, updated_at)
  select 'assistant-' || identifier, identifier, 'assistant', 'Amber Assistant', 'Amber Assistant',
    '/chat/pictures/assistant.svg', '/chat/pictures/assistantPortrait.svg',
    array['Helpful', 'Patient', 'To the point'], (extract(epoch from now()) * 1000)::bigint
  from person;
`;

export const features = `
create table space (
  id text primary key,
  name text not null,
  intro text not null default '',
  owner text not null,
  avatar text not null default '',
  banner text not null default '',
  social_media_links text[] not null default '{}',
  classification text not null default '',
  is_public boolean not null default true,
  sort_time bigint not null
);
create table space_member (
  space text not null references space on delete cascade,
  identifier text not null references person,
  primary key (space, identifier)
);
create index space_of_member on space_member (identifier);

create table ai_bot (
  id text primary key,
  owner text not null references person,
  type text not null,
  name text not null,
  name_en text not null,
  avatar text not null default '',
  image text not null default '',
  characters text[] not null default '{}',
  updated_at bigint not null
);
create index ai_bot_of_owner on ai_bot (owner, updated_at);

create table blog (
  id text primary key,
  author text not null references person,
  text text not null,
  posted_at bigint not null
);
create index blog_by_time on blog (posted_at desc, id);

create table campaign (
  id text primary key,
  title text not null,
  banner text not null default '',
  reward text not null default '',
  rules text not null default '',
  begins_at bigint not null,
  ends_at bigint not null
);
create table campaign_participant (
  campaign text not null references campaign on delete cascade,
  identifier text not null references person,
  primary key (campaign, identifier)
);
${welcomeSpace}${assistants}`;
