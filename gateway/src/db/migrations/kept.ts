// Derived data for lists and searches: counters, name suffixes, and the indexes for paging.

/**
 * Lower case in any alphabet. The database's own collation may only know ASCII (ours is C), so this uses the best one
 * available: PostgreSQL's own from 17 on, ICU's, the system's.
 */
const folded = `
do $$
declare
  best text;
begin
  select quote_ident(c.name) into best from unnest(array['pg_c_utf8', 'und-x-icu', 'C.utf8']) with ordinality as c (name, place)
    join pg_collation on collname = c.name and collencoding in (-1, 6) order by place limit 1;
  execute format(
    'create function folded(name text) returns text language sql immutable strict parallel safe return lower(name collate %s)', coalesce(best, '"default"')
  );
end $$;
`;

/**
 * All suffixes of a name, so that a prefix match finds a substring: with an ordinary index, in every language, and the
 * first 20 of a million as fast as of a hundred. \`rank\` 0: the whole name; 1: from the start of a word; 2: from
 * anywhere else.
 */
const parts = `
create function name_parts(name text) returns table (rank smallint, part text) language sql immutable as $$
  select (case when i = 1 then 0 when substr(f, i - 1, 1) ~ '[[:space:][:punct:]]' then 1 else 2 end)::smallint, substr(f, i)
  from (select left(folded(name), 64) as f) n cross join lateral generate_series(1, length(f)) i
  where substr(f, i, 1) <> ' '
$$;

-- Of people who can be found: those with a picture and a name.
create table person_name (
  identifier text not null,
  rank smallint not null,
  part text collate "C" not null,
  primary key (identifier, rank, part)
);
create index person_by_name on person_name (rank, part, identifier);
create function keep_person_name() returns trigger language plpgsql as $$
begin
  delete from person_name where identifier = new.identifier;
  if new.avatar <> '' and new.last_name <> '' then
    insert into person_name select new.identifier, rank, part from name_parts(new.last_name);
  end if;
  return null;
end $$;
create trigger person_named after insert on person for each row execute function keep_person_name();
create trigger person_renamed after update of last_name, avatar on person for each row
  when ((old.last_name, old.avatar) is distinct from (new.last_name, new.avatar)) execute function keep_person_name();
insert into person_name select p.identifier, n.rank, n.part from person p cross join lateral name_parts(p.last_name) n where p.avatar <> '';

-- Of public spaces.
create table space_name (
  space text not null references space on delete cascade,
  rank smallint not null,
  part text collate "C" not null,
  classification text not null,
  primary key (space, rank, part)
);
create index space_by_name on space_name (rank, part, space);
create index space_of_classification_by_name on space_name (classification, rank, part, space);
create function keep_space_name() returns trigger language plpgsql as $$
begin
  delete from space_name where space = new.id;
  if new.is_public then
    insert into space_name select new.id, rank, part, new.classification from name_parts(new.name);
  end if;
  return null;
end $$;
create trigger space_named after insert on space for each row execute function keep_space_name();
create trigger space_renamed after update of name, classification, is_public on space for each row
  when ((old.name, old.classification, old.is_public) is distinct from (new.name, new.classification, new.is_public)) execute function keep_space_name();
insert into space_name select s.id, n.rank, n.part, s.classification from space s cross join lateral name_parts(s.name) n where s.is_public;
`;

/**
 * Triggers maintain the counters on every change of the rows, because new code would forget to update a counter kept in
 * code.
 */
const counts = `
alter table space add column member_count integer not null default 0;
update space s set member_count = (select count(*) from space_member m where m.space = s.id);
create function count_space_members() returns trigger language plpgsql as $$
begin
  update space s set member_count = member_count + n.change
    from (select space, sum(case tg_op when 'INSERT' then 1 else -1 end) as change from changed group by space) n where s.id = n.space;
  return null;
end $$;
create trigger space_entered after insert on space_member referencing new table as changed for each statement execute function count_space_members();
create trigger space_left after delete on space_member referencing old table as changed for each statement execute function count_space_members();

alter table person add column blog_count integer not null default 0;
update person p set blog_count = n.count from (select author, count(*) as count from blog group by author) n where p.identifier = n.author;
create function count_blogs() returns trigger language plpgsql as $$
begin
  update person p set blog_count = blog_count + n.change
    from (select author, sum(case tg_op when 'INSERT' then 1 else -1 end) as change from changed group by author) n where p.identifier = n.author;
  return null;
end $$;
create trigger blog_posted after insert on blog referencing new table as changed for each statement execute function count_blogs();
create trigger blog_removed after delete on blog referencing old table as changed for each statement execute function count_blogs();

alter table campaign add column participants integer not null default 0;
update campaign c set participants = (select count(*) from campaign_participant p where p.campaign = c.id);
create function count_participants() returns trigger language plpgsql as $$
begin
  update campaign c set participants = participants + n.change
    from (select campaign, sum(case tg_op when 'INSERT' then 1 else -1 end) as change from changed group by campaign) n where c.id = n.campaign;
  return null;
end $$;
create trigger campaign_entered after insert on campaign_participant referencing new table as changed for each statement execute function count_participants();
create trigger campaign_left after delete on campaign_participant referencing old table as changed for each statement execute function count_participants();

create table space_classification (name text primary key, spaces integer not null);
insert into space_classification select classification, count(*) from space where is_public group by classification;
create function count_spaces() returns trigger language plpgsql as $$
begin
  -- In one order, so that two who move spaces between the same two never wait for each other.
  insert into space_classification as c (name, spaces)
    select name, sum(change) from (
      select old.classification as name, -1 as change where tg_op <> 'INSERT' and old.is_public
      union all select new.classification, 1 where tg_op <> 'DELETE' and new.is_public
    ) n group by name having sum(change) <> 0 order by name
    on conflict (name) do update set spaces = c.spaces + excluded.spaces;
  return null;
end $$;
create trigger space_counted after insert or delete or update of classification, is_public on space for each row execute function count_spaces();
`;

const indexes = `
create index largest_public_space on space (member_count desc, id) where is_public;
create index public_space_by_time on space (sort_time desc, id) where is_public;
drop index public_space_of_classification;
create index public_space_of_classification on space (classification, sort_time desc, id) where is_public;
create index campaign_by_end on campaign (ends_at desc, id);
create index campaign_of_participant on campaign_participant (identifier);
create index invite_of_person on invite (identifier);
drop index family_of_device;
create index family_of_device on family (identifier, device);
`;

export const kept = `${folded}${parts}${counts}${indexes}`;
