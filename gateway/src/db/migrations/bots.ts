// Makes bots accounts: each has a row in `person`. Their answers, memories, and daily usage.

/** A bot's id becomes its identifier: 16 letters and digits, as for every account. */
const asPeople = `
alter table person
  add column kind text not null default 'person',
  add column findable boolean not null default true;

create or replace function keep_person_name() returns trigger language plpgsql as $$
begin
  delete from person_name where identifier = new.identifier;
  if new.avatar <> '' and new.last_name <> '' and new.findable then
    insert into person_name select new.identifier, rank, part from name_parts(new.last_name);
  end if;
  return null;
end $$;
drop trigger person_renamed on person;
create trigger person_renamed after update of last_name, avatar, findable on person for each row
  when ((old.last_name, old.avatar, old.findable) is distinct from (new.last_name, new.avatar, new.findable))
  execute function keep_person_name();

alter table ai_bot
  add column opening text not null default '',
  add column audience text not null default 'owner',
  add column model text not null default '',
  add column about text not null default '',
  add column request text unique,
  add column removed_at bigint;

create temporary table bot_id on commit drop as
  select id as old, substr(translate(md5(id || random()::text), '0189', 'wxyz'), 1, 16) as new from ai_bot;
insert into person (identifier, kind, findable, avatar, last_name, created_at, apply_limit, message_limit)
  select n.new, 'bot', false, b.avatar, b.name, b.updated_at, 'nobody', 'nobody' from ai_bot b join bot_id n on n.old = b.id;
update ai_bot b set id = n.new, updated_at = (extract(epoch from now()) * 1000)::bigint from bot_id n where n.old = b.id;
alter table ai_bot add foreign key (id) references person;
`;

export const bots = `${asPeople}
create table ai_turn (
  conversation text not null references conversation,
  question text not null,
  answer text not null,
  bot text not null references person,
  asker text not null references person,
  seq bigint,
  round integer not null default 0,
  state text not null,
  touched_at bigint not null,
  primary key (conversation, question)
);
create unique index ai_turn_of_answer on ai_turn (conversation, answer);
create index ai_turn_of_asker on ai_turn (asker);
create index ai_turn_running on ai_turn (touched_at) where state = 'writing';

create table ai_use (
  identifier text not null references person,
  day bigint not null,
  answers integer not null,
  primary key (identifier, day)
);

create table ai_memory (
  id text primary key,
  bot text not null references person,
  person text not null references person,
  text text not null,
  conversation text not null default '',
  message text not null default '',
  created_at bigint not null
);
create index ai_memory_of on ai_memory (bot, person, created_at);
create index ai_memory_of_person on ai_memory (person);

create table ai_forgets (
  bot text not null references person,
  person text not null references person,
  primary key (bot, person)
);
`;
