// Paging and counting a group's members: sort and search columns, and the count, maintained by triggers.

/** A member's display name in the group, in lower case: the nickname, if any, followed by the name. */
const called = `
create function member_called(nickname text, last_name text) returns text language sql immutable parallel safe as $$
  select left(folded(case when nickname = '' then last_name when nickname = last_name then nickname else nickname || ' ' || last_name end), 100)
$$;
alter table member add column called text collate "C" not null default '';
update member m set called = member_called(m.nickname, p.last_name) from person p where p.identifier = m.identifier;
create index member_by_name on member (conversation, called, identifier) where left_seq is null;

create function keep_member_called() returns trigger language plpgsql as $$
begin
  new.called := member_called(new.nickname, coalesce((select last_name from person where identifier = new.identifier), ''));
  return new;
end $$;
create trigger member_named before insert on member for each row execute function keep_member_called();
create trigger member_renamed before update of nickname on member for each row
  when (old.nickname is distinct from new.nickname) execute function keep_member_called();

create function keep_person_called() returns trigger language plpgsql as $$
begin
  -- In the order in which the rooms of a space are changed, so that the two seldom wait for each other.
  perform from member m join conversation c on c.id = m.conversation where m.identifier = new.identifier
    order by c.created_at, c.id for no key update of m;
  update member set called = member_called(nickname, new.last_name) where identifier = new.identifier;
  return null;
end $$;
create trigger person_called after update of last_name on person for each row
  when (old.last_name is distinct from new.last_name) execute function keep_person_called();
`;

/** Counts current members only. Every change of membership holds the conversation's lock. */
const count = `
alter table conversation add column member_count integer not null default 0;
update conversation c set member_count = n.count
  from (select conversation, count(*) from member where left_seq is null group by conversation) n where n.conversation = c.id;
create function count_entered() returns trigger language plpgsql as $$
begin
  update conversation c set member_count = member_count + n.change
    from (select conversation, count(*) as change from entered where left_seq is null group by conversation) n where c.id = n.conversation;
  return null;
end $$;
create function count_left() returns trigger language plpgsql as $$
begin
  update conversation c set member_count = member_count - n.change
    from (select conversation, count(*) as change from gone where left_seq is null group by conversation) n where c.id = n.conversation;
  return null;
end $$;
create function count_changed() returns trigger language plpgsql as $$
begin
  update conversation c set member_count = member_count + n.change
    from (
      select conversation, sum(change) as change from (
        select conversation, 1 as change from entered where left_seq is null union all select conversation, -1 from gone where left_seq is null
      ) each group by conversation having sum(change) <> 0
    ) n where c.id = n.conversation;
  return null;
end $$;
create trigger members_entered after insert on member referencing new table as entered for each statement execute function count_entered();
create trigger members_gone after delete on member referencing old table as gone for each statement execute function count_left();
create trigger members_changed after update on member referencing old table as gone new table as entered for each statement execute function count_changed();
`;

export const memberPages = `${called}${count}`;
