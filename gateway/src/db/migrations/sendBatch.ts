// The send path: one call stores a whole batch, and checks each row separately under its conversation's lock.

// Conversations are locked in a fixed order, so that two batches do not deadlock.
// A plpgsql statement sees everything committed before it began, so checks after a lock see current data.
export const sendBatch = `
create function send_batch(
  p_conversation text[], p_type text[], p_id text[], p_sender text[], p_device text[], p_ts bigint[],
  p_body bytea[], p_copies text[], p_active_after bigint, p_expires_at bigint
) returns table (
  ord bigint, seq bigint, ts bigint, epoch bigint, members_version bigint, dup boolean, fault text, missing json, extra json
) language plpgsql as $$
#variable_conflict use_column
declare
  r record;
  c conversation%rowtype;
  old message%rowtype;
  sender member%rowtype;
  locked text;
  last bigint;
begin
  for r in
    select * from unnest(p_conversation, p_type, p_id, p_sender, p_device, p_ts, p_body, p_copies)
      with ordinality as t (conversation, type, id, sender, device, ts, body, copies, ord)
    order by t.conversation collate "C", t.ord
  loop
    if r.conversation is distinct from locked then
      if last > c.last_seq then
        update conversation set last_seq = last where id = locked;
      end if;
      select * into c from conversation where id = r.conversation for update;
      locked := r.conversation;
      last := c.last_seq;
    end if;

    ord := r.ord; seq := 0; ts := r.ts; epoch := c.epoch; members_version := c.members_version;
    dup := false; fault := null; missing := null; extra := null;

    select * into old from message where conversation = r.conversation and id = r.id;
    if found then
      if old.sender = r.sender then
        seq := old.seq; ts := old.ts; dup := true;
      else
        fault := 'NO_AUTH';
      end if;
      return next;
      continue;
    end if;

    select * into sender from member where conversation = r.conversation and identifier = r.sender;
    fault := case
      when not found or c.type <> r.type then 'NO_AUTH'
      when sender.left_seq is not null or c.status <> 'normal' then 'NOT_MEMBER'
      when r.copies is not null and r.type <> 'private' then 'BAD_REQUEST'
      when r.type = 'private' and exists (
        select from member m join block b on b.identifier = m.identifier and b.blocked = r.sender
        where m.conversation = r.conversation and m.identifier <> r.sender
      ) then 'BLOCKED'
    end;

    if fault is null and r.copies is not null then
      select
        json_agg(json_build_object('identifier', e.identifier, 'deviceId', e.device)) filter (where g.device is null),
        json_agg(json_build_object('identifier', g.identifier, 'deviceId', g.device)) filter (where e.device is null)
      into missing, extra
      from (
        select d.identifier, d.device from member m join device d on d.identifier = m.identifier
        where m.conversation = r.conversation and m.left_seq is null and d.seen_at > p_active_after
          and (d.identifier, d.device) <> (r.sender, r.device)
      ) e full join json_to_recordset(r.copies::json) as g (identifier text, device text)
        on g.identifier = e.identifier and g.device = e.device;
      if missing is not null or extra is not null then
        fault := 'DEVICES_CHANGED';
      end if;
    end if;

    if fault is null then
      last := last + 1;
      seq := last;
      insert into message (conversation, seq, id, sender, device, ts, sealed, body)
        values (r.conversation, last, r.id, r.sender, r.device, r.ts, r.copies is not null, r.body);
      if r.copies is not null then
        insert into device_copy (identifier, device, conversation, seq, envelope, expires_at)
          select g.identifier, g.device, r.conversation, last, decode(g.envelope, 'base64'), p_expires_at
          from json_to_recordset(r.copies::json) as g (identifier text, device text, envelope text);
      end if;
    end if;
    return next;
  end loop;
  if last > c.last_seq then
    update conversation set last_seq = last where id = locked;
  end if;
end $$;
`;
