// Recordings of people's voices, the voices that are cloned from them, and the voice of each bot.

export const voices = `
alter table ai_bot add column voice text not null default '';
create table voice_recording (
  owner text not null,
  text_id text not null,
  language text not null,
  service text not null,
  pcm bytea not null,
  duration integer not null,
  created_at bigint not null,
  primary key (owner, text_id)
);
-- The sound is noise to a compressor.
alter table voice_recording alter column pcm set storage external;
create table cloned_voice (
  id text primary key,
  owner text not null,
  name text not null,
  language text not null,
  service text not null,
  voice text not null,
  consent text not null,
  request text not null unique,
  created_at bigint not null
);
create index cloned_voice_owner on cloned_voice (owner);
create index ai_bot_voice on ai_bot (owner) where voice <> '';
create table voice_removal (
  service text not null,
  voice text not null,
  consent text not null,
  attempts integer not null default 0,
  next_at bigint not null default 0,
  primary key (service, voice, consent)
);
`;
