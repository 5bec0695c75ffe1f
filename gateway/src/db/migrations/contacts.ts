// Contacts, contact requests, and who may write to whom, which the send path checks.

/** As before, plus: a private chat's message privacy is checked together with blocks. */
const sendBatch = `
create or replace function send_batch(
  p_conversation text[], p_type text[], p_id text[], p_sender text[], p_device text[], p_ts bigint[],
  p_body bytea[], p_copies text[], p_anonymous boolean[], p_active_after bigint, p_expires_at bigint
) returns table (
  ord bigint, seq bigint, ts bigint, epoch bigint, members_version bigint, dup boolean, fault text, missing json, extra json
) language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  perform from conversation where id = any(p_conversation) order by id collate "C" for update;

  return query
  with judged as materialized (
    select
      g.ord, g.conversation, g.id, g.sender, g.device, g.ts, g.body, g.copies, g.anonymous,
      c.epoch, c.members_version, c.last_seq, old.seq as old_seq, old.ts as old_ts, d.missing, d.extra,
      case
        when old.sender = g.sender then null
        when old.sender <> g.sender or m.identifier is null or c.type <> g.type then 'NO_AUTH'
        when m.left_seq is not null or c.status <> 'normal' then 'NOT_MEMBER'
        when g.copies is not null and g.type <> 'private' then 'BAD_REQUEST'
        when w.fault is not null then w.fault
        when g.anonymous
          and ((m.user_setting ->> 'anonymous')::boolean and (c.group_setting ->> 'supportAnonymous')::boolean) is not true
          then 'ANONYMOUS_OFF'
        when d.missing is not null or d.extra is not null then 'DEVICES_CHANGED'
      end as fault
    from unnest(p_conversation, p_type, p_id, p_sender, p_device, p_ts, p_body, p_copies, p_anonymous)
      with ordinality as g (conversation, type, id, sender, device, ts, body, copies, anonymous, ord)
    left join conversation c on c.id = g.conversation
    left join member m on m.conversation = g.conversation and m.identifier = g.sender
    -- The limit keeps the planner from reading the whole table for a batch.
    left join lateral (select x.seq, x.ts, x.sender from message x where x.conversation = g.conversation and x.id = g.id limit 1) old on true
    left join lateral (
      select case
        when exists (select from block b where b.identifier = o.identifier and b.blocked = g.sender) then 'BLOCKED'
        when p.message_limit = 'everybody' then null
        when p.message_limit = 'contacts'
          and exists (select from contact k where k.identifier = o.identifier and k.other = g.sender and k.is_contact) then null
        else 'PRIVATE_CLOSED'
      end as fault
      from member o join person p on p.identifier = o.identifier
      where c.type = 'private' and o.conversation = g.conversation and o.identifier <> g.sender limit 1
    ) w on true
    left join lateral (
      select
        json_agg(json_build_object('identifier', e.identifier, 'deviceId', e.device)) filter (where k.device is null) as missing,
        json_agg(json_build_object('identifier', k.identifier, 'deviceId', k.device)) filter (where e.device is null) as extra
      from (
        select v.identifier, v.device from member p join device v on v.identifier = p.identifier
        where p.conversation = g.conversation and p.left_seq is null and v.seen_at > p_active_after
          and (v.identifier, v.device) <> (g.sender, g.device)
      ) e full join json_to_recordset(g.copies::json) as k (identifier text, device text)
        on k.identifier = e.identifier and k.device = e.device
      where g.copies is not null and old.seq is null
    ) d on true
  ), fresh as materialized (
    select distinct on (conversation, id) * from judged where fault is null and old_seq is null order by conversation, id, ord
  ), placed as materialized (
    select *, last_seq + row_number() over (partition by conversation order by ord) as seq from fresh
  ), moved as (
    update conversation c set last_seq = p.seq from (select conversation, max(seq) as seq from placed group by conversation) p
    where c.id = p.conversation
  ), stored as (
    insert into message (conversation, seq, id, sender, device, ts, sealed, body, anonymous)
    select conversation, seq, id, sender, device, ts, copies is not null, body, anonymous from placed
  ), copied as (
    insert into device_copy (identifier, device, conversation, seq, envelope, expires_at)
    select k.identifier, k.device, p.conversation, p.seq, decode(k.envelope, 'base64'), p_expires_at
    from placed p cross join lateral json_to_recordset(p.copies::json) as k (identifier text, device text, envelope text)
    where p.copies is not null
  )
  select
    j.ord, coalesce(j.old_seq, p.seq, 0), coalesce(j.old_ts, p.ts, j.ts), j.epoch, j.members_version,
    j.old_seq is not null or coalesce(p.ord <> j.ord, false),
    case when j.fault is null and p.sender <> j.sender then 'NO_AUTH' else j.fault end, j.missing, j.extra
  from judged j left join placed p on p.conversation = j.conversation and p.id = j.id
  order by j.ord;
end $$;
`;

export const contacts = `
alter table person
  add column apply_limit text not null default 'everybody',
  add column message_limit text not null default 'everybody';

create table contact (
  identifier text not null references person,
  other text not null references person,
  is_contact boolean not null default false,
  remark text not null default '',
  updated_at bigint not null,
  primary key (identifier, other)
);
create index contact_by_time on contact (identifier, updated_at);
insert into contact (identifier, other, updated_at) select identifier, blocked, (extract(epoch from now()) * 1000)::bigint from block;

create table contact_apply (
  from_identifier text not null references person,
  to_identifier text not null references person,
  message text not null,
  status text not null,
  applied_at bigint not null,
  updated_at bigint not null,
  primary key (from_identifier, to_identifier)
);
create index contact_apply_to on contact_apply (to_identifier, updated_at);
create index contact_apply_from on contact_apply (from_identifier, updated_at);
${sendBatch}`;
