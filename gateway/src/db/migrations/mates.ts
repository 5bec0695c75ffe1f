// Mates that write to their owner unprompted: how often, and the quiet hours.

export const mates = `
alter table ai_bot
  add column writes_first text not null default 'never',
  add column quiet_from integer not null default 0,
  add column quiet_to integer not null default 0,
  add column time_zone text not null default 'UTC',
  add column wrote_at bigint not null default 0;
create index ai_bot_writing on ai_bot (wrote_at) where writes_first <> 'never';
`;
