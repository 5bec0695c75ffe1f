// The send path, second version: supports anonymous messages, and checks and stores a whole batch in one statement.

// Locks all of a batch's conversations first, in a fixed order, so that two batches do not deadlock.
// The statement after that sees everything committed before it began, so its checks see current data.
// An id twice in a batch is stored once; the second is a resend if it is from the same person.
export const sendBatchAnonymous = `
drop function send_batch(text[], text[], text[], text[], text[], bigint[], bytea[], text[], bigint, bigint);

-- No conversation is ever deleted, and the send path has its row in hand: checking each message against it again took a fifth of the time.
alter table message drop constraint message_conversation_fkey;
alter table device_copy drop constraint device_copy_conversation_fkey;

create function send_batch(
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
        when c.type = 'private' and exists (
          select from member o join block b on b.identifier = o.identifier and b.blocked = g.sender
          where o.conversation = g.conversation and o.identifier <> g.sender
        ) then 'BLOCKED'
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
