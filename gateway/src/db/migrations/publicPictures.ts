// People's own public pictures, their uploaders, and how many fields refer to each.

/** A trigger's arguments are the columns that hold a picture's path. */
export const publicPictures = `
create table picture (
  digest text primary key,
  created_at bigint not null,
  stored boolean not null default false,
  uses integer not null default 0,
  unused_since bigint
);
create index picture_unused on picture (unused_since) where uses = 0;
create table picture_upload (
  digest text not null references picture on delete cascade,
  identifier text not null references person,
  uploaded_at bigint not null,
  primary key (identifier, digest)
);
create index picture_uploaded on picture_upload (digest);
alter table upload_day add column pictures integer not null default 0;

create function picture_digest(path text) returns text language sql immutable parallel safe as
  $$ select substring(path from '^/chat/pictures/([0-9a-f]{64})/1024\\.webp$') $$;

create function count_pictures() returns trigger language plpgsql as $$
declare
  old_row jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  new_row jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  changed record;
begin
  -- In a fixed order, so that two changes at the same time do not deadlock.
  for changed in
    select digest, sum(n)::int as n from (
      select picture_digest(old_row ->> c) as digest, -1 as n from unnest(tg_argv) c
      union all select picture_digest(new_row ->> c), 1 from unnest(tg_argv) c
    ) t where digest is not null group by digest having sum(n) <> 0 order by digest
  loop
    update picture set uses = uses + changed.n, unused_since = null where digest = changed.digest;
    if not found and changed.n > 0 then
      raise foreign_key_violation using message = 'no such picture';
    end if;
  end loop;
  return null;
end $$;
create trigger person_pictures after insert or delete or update of avatar on person
  for each row execute function count_pictures('avatar');
create trigger space_pictures after insert or delete or update of avatar, banner on space
  for each row execute function count_pictures('avatar', 'banner');
create trigger bot_pictures after insert or delete or update of avatar, image on ai_bot
  for each row execute function count_pictures('avatar', 'image');
`;
