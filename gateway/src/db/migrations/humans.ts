// Humans who answer in a bot's place: requests, assignments, and the notes of agents.

export const humans = `
alter table ai_bot add column humans text not null default 'none';

create table ai_service (
  id bigint generated always as identity primary key,
  conversation text not null references conversation,
  bot text not null references person,
  person text not null references person,
  asked_at bigint not null,
  agent text references person,
  taken_at bigint,
  seen_at bigint,
  ended_at bigint
);
create unique index ai_service_open on ai_service (conversation) where ended_at is null;
create index ai_service_by_asking on ai_service (asked_at) where ended_at is null;
create index ai_service_by_taking on ai_service (taken_at) where taken_at is not null;
create index ai_service_of_bot on ai_service (bot);
create index ai_service_of_person on ai_service (person);
create index ai_service_of_agent on ai_service (agent) where agent is not null;

create table ai_note (
  id text primary key,
  conversation text not null references conversation,
  author text not null references person,
  text text not null,
  created_at bigint not null
);
create index ai_note_of on ai_note (conversation, created_at);
create index ai_note_of_author on ai_note (author);
`;
