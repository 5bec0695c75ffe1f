// Visibility of moments, likes, comments, follows and their notifications.

const visibility = `
alter table blog add column visibility text not null default 'everyone';
alter table blog add column space text references space on delete cascade;
alter table blog add column edited_at bigint;
drop index blog_by_time;
create index blog_for_everyone on blog (posted_at desc, id) where visibility = 'everyone';
create index blog_for_contacts on blog (author, posted_at desc, id) where visibility = 'contacts';
create index blog_in_space on blog (space, posted_at desc, id) where space is not null;
create index blog_for_others on blog (author, posted_at desc, id) where visibility <> 'me';

-- A visitor sees the count: of what is for everyone.
create or replace function count_blogs() returns trigger language plpgsql as $$
begin
  update person p set blog_count = blog_count + n.change
    from (select author, sum(case tg_op when 'INSERT' then 1 else -1 end) as change from changed where visibility = 'everyone' group by author) n
    where p.identifier = n.author;
  return null;
end $$;
create function count_shown_blog() returns trigger language plpgsql as $$
begin
  update person set blog_count = blog_count + (new.visibility = 'everyone')::integer - (old.visibility = 'everyone')::integer
    where identifier = new.author;
  return null;
end $$;
create trigger blog_shown after update of visibility on blog for each row
  when (old.visibility is distinct from new.visibility) execute function count_shown_blog();
`;

const likes = `
alter table blog add column likes integer not null default 0;
create table blog_like (
  blog text not null references blog on delete cascade,
  identifier text not null references person,
  primary key (blog, identifier)
);
create index blog_like_of on blog_like (identifier);
create function count_likes() returns trigger language plpgsql as $$
begin
  update blog b set likes = likes + n.change
    from (select blog, sum(case tg_op when 'INSERT' then 1 else -1 end) as change from changed group by blog) n where b.id = n.blog;
  return null;
end $$;
create trigger blog_liked after insert on blog_like referencing new table as changed for each statement execute function count_likes();
create trigger blog_unliked after delete on blog_like referencing old table as changed for each statement execute function count_likes();
`;

const comments = `
alter table blog add column comments integer not null default 0;
create table blog_comment (
  id text primary key,
  blog text not null references blog on delete cascade,
  author text not null references person,
  text text not null,
  posted_at bigint not null,
  thread text not null references blog_comment on delete cascade,
  thread_at bigint not null,
  answers text references blog_comment on delete cascade
);
create index blog_comment_by_thread on blog_comment (blog, thread_at, thread, posted_at, id);
create index blog_comment_of on blog_comment (author);
create index blog_comment_in_thread on blog_comment (thread);
create index blog_comment_answering on blog_comment (answers);
create function count_comments() returns trigger language plpgsql as $$
begin
  update blog b set comments = comments + n.change
    from (select blog, sum(case tg_op when 'INSERT' then 1 else -1 end) as change from changed group by blog) n where b.id = n.blog;
  return null;
end $$;
create trigger blog_commented after insert on blog_comment referencing new table as changed for each statement execute function count_comments();
create trigger blog_uncommented after delete on blog_comment referencing old table as changed for each statement execute function count_comments();
`;

const follows = `
create table follow (
  identifier text not null references person,
  followed text not null references person,
  since bigint not null,
  primary key (identifier, followed)
);
create index followers on follow (followed);
create table hidden_author (
  identifier text not null references person,
  author text not null references person,
  primary key (identifier, author)
);
create index author_hidden on hidden_author (author);
`;

const news = `
create table blog_news (
  identifier text not null references person,
  kind text not null,
  about text not null,
  actor text not null references person,
  blog text references blog on delete cascade,
  at bigint not null,
  primary key (identifier, kind, about, actor)
);
create index blog_news_latest on blog_news (identifier, at desc);
create index blog_news_by on blog_news (actor);
create index blog_news_about on blog_news (blog);
create table blog_news_setting (
  identifier text primary key references person,
  likes boolean not null default true,
  comments boolean not null default true,
  follows boolean not null default true,
  seen_at bigint not null default 0
);

-- A block ends what the two had with each other's moments.
create function block_ends_follows() returns trigger language plpgsql as $$
begin
  delete from follow where (identifier, followed) in ((new.identifier, new.blocked), (new.blocked, new.identifier));
  delete from blog_news where (identifier, actor) in ((new.identifier, new.blocked), (new.blocked, new.identifier));
  return null;
end $$;
create trigger block_ends_follows after insert on block for each row execute function block_ends_follows();
`;

export const moments = visibility + likes + comments + follows + news;
