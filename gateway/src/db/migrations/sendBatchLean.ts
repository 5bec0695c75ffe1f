// The send path, third version: checks few columns, writes without checking again, and returns one value.

// Locks the conversations first, in a fixed order, so that two batches do not deadlock; each later statement sees
// everything committed before it began. Stored rows get the conversation's next seqs; the others were rejected or are
// resends. The caller passes each conversation id at most once per batch.
export const sendBatchLean = `
drop function send_batch(text[], text[], text[], text[], text[], bigint[], bytea[], text[], boolean[], bigint, bigint);

create function send_batch(
  p_conversation text[], p_type text[], p_id text[], p_sender text[], p_device text[], p_ts bigint[],
  p_body bytea[], p_copies text[], p_anonymous boolean[], p_active_after bigint, p_expires_at bigint
) returns json language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  seqs bigint[];
  epochs bigint[];
  versions bigint[];
  odd json;
begin
  perform from conversation where id = any(p_conversation) order by id collate "C" for update;

  select
    array_agg(seq order by ord), array_agg(epoch order by ord), array_agg(members_version order by ord),
    json_object_agg(ord, verdict) filter (where verdict is not null)
  into seqs, epochs, versions, odd
  from (
    select ord, epoch, members_version, verdict,
      case when verdict is null then
        last_seq + count(*) filter (where verdict is null) over (partition by conversation order by ord rows unbounded preceding)
      end as seq
    from (
      select g.ord, g.conversation, c.last_seq, c.epoch, c.members_version,
        -- Each is asked only if those before it had nothing to say; the limits keep the planner from reading a whole table for it.
        coalesce(
          (
            select case when x.sender = g.sender then json_build_object('seq', x.seq, 'ts', x.ts) else json_build_object('fault', 'NO_AUTH') end
            from message x where x.conversation = g.conversation and x.id = g.id limit 1
          ),
          case
            when m.identifier is null or c.type <> g.type then json_build_object('fault', 'NO_AUTH')
            when m.left_seq is not null or c.status <> 'normal' then json_build_object('fault', 'NOT_MEMBER')
            when g.copies is not null and g.type <> 'private' then json_build_object('fault', 'BAD_REQUEST')
          end,
          case when c.type = 'private' then (
            select case
              when exists (select from block b where b.identifier = o.identifier and b.blocked = g.sender) then json_build_object('fault', 'BLOCKED')
              when p.message_limit = 'everybody' then null
              when p.message_limit = 'contacts'
                and exists (select from contact k where k.identifier = o.identifier and k.other = g.sender and k.is_contact) then null
              else json_build_object('fault', 'PRIVATE_CLOSED')
            end
            from member o join person p on p.identifier = o.identifier
            where o.conversation = g.conversation and o.identifier <> g.sender limit 1
          ) end,
          case when g.anonymous
            and ((m.user_setting ->> 'anonymous')::boolean and (c.group_setting ->> 'supportAnonymous')::boolean) is not true
            then json_build_object('fault', 'ANONYMOUS_OFF')
          end,
          case when g.copies is not null then (
            select json_build_object('fault', 'DEVICES_CHANGED', 'missing', d.missing, 'extra', d.extra)
            from (
              select
                json_agg(json_build_object('identifier', e.identifier, 'deviceId', e.device)) filter (where k.device is null) as missing,
                json_agg(json_build_object('identifier', k.identifier, 'deviceId', k.device)) filter (where e.device is null) as extra
              from (
                select v.identifier, v.device from member p join device v on v.identifier = p.identifier
                where p.conversation = g.conversation and p.left_seq is null and v.seen_at > p_active_after
                  and (v.identifier, v.device) <> (g.sender, g.device)
              ) e full join json_to_recordset(g.copies::json) as k (identifier text, device text)
                on k.identifier = e.identifier and k.device = e.device
            ) d
            where d.missing is not null or d.extra is not null
          ) end
        ) as verdict
      from unnest(p_conversation, p_type, p_id, p_sender, p_device, p_copies, p_anonymous)
        with ordinality as g (conversation, type, id, sender, device, copies, anonymous, ord)
      left join conversation c on c.id = g.conversation
      left join member m on m.conversation = g.conversation and m.identifier = g.sender
      offset 0 -- so that the verdict is found once, however often it is looked at
    ) judged
  ) placed;

  insert into message (conversation, seq, id, sender, device, ts, sealed, body, anonymous)
    select conversation, seq, id, sender, device, ts, copies is not null, body, anonymous
    from unnest(p_conversation, seqs, p_id, p_sender, p_device, p_ts, p_copies, p_body, p_anonymous)
      as g (conversation, seq, id, sender, device, ts, copies, body, anonymous)
    where seq is not null;

  if cardinality(array_remove(p_copies, null)) > 0 then
    insert into device_copy (identifier, device, conversation, seq, envelope, expires_at)
      select k.identifier, k.device, g.conversation, g.seq, decode(k.envelope, 'base64'), p_expires_at
      from unnest(p_conversation, seqs, p_copies) as g (conversation, seq, copies)
      cross join lateral json_to_recordset(g.copies::json) as k (identifier text, device text, envelope text)
      where g.seq is not null and g.copies is not null;
  end if;

  update conversation c set last_seq = g.seq
    from (select conversation, max(seq) as seq from unnest(p_conversation, seqs) as g (conversation, seq) group by conversation) g
    where c.id = g.conversation and g.seq is not null;

  return json_build_object('seqs', seqs, 'epochs', epochs, 'versions', versions, 'odd', odd);
end $$;
`;
