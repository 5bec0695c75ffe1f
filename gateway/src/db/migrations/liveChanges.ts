// A log of what connected devices may have to hear of, so that a gateway finds what it missed without comparing
// everything.

// Triggers write it, so that gateways of the previous build do, too. It is unlogged: after a crash of the database each
// gateway compares everything once. `tx` orders it, because a transaction may commit after later ones.
export const liveChanges = `
create unlogged table live_change (
  tx xid8 not null default pg_current_xact_id(),
  kind text not null,
  id text not null,
  conversation text
);
create index live_change_tx on live_change (tx);

create function note_conversation_changes() returns trigger language plpgsql as $$
begin
  insert into live_change (kind, id) select 'conversation', id from changed;
  return null;
end $$;
create trigger conversation_changes after update on conversation
  referencing new table as changed for each statement execute function note_conversation_changes();

create function note_new_members() returns trigger language plpgsql as $$
begin
  insert into live_change (kind, id, conversation) select 'member', identifier, conversation from changed;
  return null;
end $$;
create trigger new_members after insert on member
  referencing new table as changed for each statement execute function note_new_members();

create function note_member_return() returns trigger language plpgsql as $$
begin
  insert into live_change (kind, id, conversation) values ('member', new.identifier, new.conversation);
  return null;
end $$;
create trigger member_return after update of entry on member
  for each row when (old.entry is distinct from new.entry) execute function note_member_return();

create function note_new_notice() returns trigger language plpgsql as $$
begin
  insert into live_change (kind, id) values ('notice', new.identifier);
  return null;
end $$;
create trigger new_notice after update of notice_seq on person
  for each row when (old.notice_seq is distinct from new.notice_seq) execute function note_new_notice();

create function note_session_end() returns trigger language plpgsql as $$
begin
  insert into live_change (kind, id) values ('session', new.id);
  return null;
end $$;
create trigger session_end after update of revoked_at on family
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function note_session_end();
`;
