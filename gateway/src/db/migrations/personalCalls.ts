// Calls between two people. Times are the database's; `ends_at` is when a call ends if nobody renews or answers it.

export const personalCalls = `
create table personal_call (
  id text primary key,
  conversation text not null,
  caller text not null,
  callee text not null,
  caller_device text not null,
  callee_device text,
  state text not null check (state in ('ringing', 'answered', 'ended')),
  outcome text not null default 'none',
  started_at bigint not null,
  answered_at bigint,
  ended_at bigint,
  caller_until bigint not null,
  callee_until bigint not null,
  ends_at bigint generated always as (least(caller_until, callee_until)) stored
);
create unique index personal_call_live on personal_call (conversation) where state <> 'ended';
create index personal_call_caller on personal_call (caller) where state <> 'ended';
create index personal_call_callee on personal_call (callee) where state <> 'ended';
create index personal_call_due on personal_call (ends_at) where state <> 'ended';
create index personal_call_ended on personal_call (ended_at) where state = 'ended';
`;
