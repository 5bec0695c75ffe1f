// Pages of moments, newest first. The cost of a page depends on its reader's contacts, spaces and follows, not on the
// server's size.
import type { Blog, Blog_Visibility, BlogPicture, Input } from '@amber/proto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/store.ts';
import { mayRead } from '../people/mayRead.ts';

/** A moment's time and id. Feeds are sorted by time, newest first, and by id among moments of the same time. */
export type FeedCursor = readonly [time: number, id: string];

/**
 * `everybody`: all moments that the reader may read. `following`: moments by the people whom the reader follows, and
 * the reader's own.
 */
export type Feed = { kind: 'everybody' | 'following' } | { kind: 'person' | 'space'; id: string };

interface PostRow {
  id: string;
  text: string;
  time: number;
  visibility: Blog_Visibility;
  space: string | null;
  spaceName: string | null;
  editedAt: number | null;
  likes: number;
  comments: number;
  identifier: string;
  avatar: string;
  lastName: string;
  liked: boolean;
  following: boolean;
  pictures: BlogPicture[] | null;
}

const toPost = ({ id, space, spaceName, editedAt, identifier, avatar, lastName, ...row }: PostRow): Input<Blog> => ({
  blogId: id,
  text: row.text,
  time: row.time,
  visibility: row.visibility,
  spaceId: space ?? '',
  spaceName: spaceName ?? '',
  editedAt: editedAt ?? 0,
  likes: row.likes,
  comments: row.comments,
  liked: row.liked,
  following: row.following,
  pictures: row.pictures ?? [],
  user: { identifier, avatar, lastName },
});

/** The columns of a moment as this reader sees it, for queries with the aliases `b`, `p` and `s`. */
const postColumns = (me: string) => sql`
  b.id, b.text, b.posted_at as "time", b.visibility, b.space, case when ${mayRead(me, 'space', 's')} then s.name end as "spaceName", b.edited_at as "editedAt", b.likes, b.comments,
  b.author as "identifier", p.avatar, p.last_name as "lastName",
  exists (select from blog_like l where l.blog = b.id and l.identifier = ${me}) as "liked",
  exists (select from follow f where f.identifier = ${me} and f.followed = b.author) as "following",
  (select json_agg(json_build_object('path', i.path, 'alt', i.alt, 'width', i.width, 'height', i.height) order by i.place)
    from blog_picture i where i.blog = b.id) as "pictures"`;

/** The first moments of one query of a feed. An index has them in this order. */
const firstPosts = (condition: RawBuilder<unknown>, cursor: FeedCursor | null, readLimit: number) => sql`
  select b.id, b.posted_at from blog b where ${condition} ${
    // The first condition uses the index; the second breaks ties between moments of the same time.
    cursor
      ? sql`and b.posted_at <= ${cursor[0]}::bigint and (b.posted_at < ${cursor[0]}::bigint or b.id > ${cursor[1]})`
      : sql``
  } order by b.posted_at desc, b.id limit ${readLimit}`;

/** The queries that together make up a feed. */
function feedQueries(feed: Feed, me: string, cursor: FeedCursor | null, readLimit: number): RawBuilder<unknown>[] {
  const firstWhere = (condition: RawBuilder<unknown>) => firstPosts(condition, cursor, readLimit);
  const everyone = firstWhere(sql`b.visibility = 'everyone'`);
  const own = firstWhere(sql`b.author = ${me}`);
  switch (feed.kind) {
    case 'person':
      return [me === '' || feed.id !== me ? firstWhere(sql`b.author = ${feed.id} and b.visibility <> 'me'`) : own];
    case 'space':
      return [firstWhere(sql`b.space = ${feed.id}`)];
    case 'following':
      return [
        own,
        sql`select n.id, n.posted_at from follow f
          cross join lateral (${firstWhere(sql`b.author = f.followed and b.visibility <> 'me'`)}) n where f.identifier = ${me}`,
      ];
    case 'everybody':
      if (me === '') return [everyone];
      return [
        everyone,
        own,
        sql`select n.id, n.posted_at from contact k
          cross join lateral (${firstWhere(sql`b.author = k.other and b.visibility = 'contacts'`)}) n
          where k.identifier = ${me} and k.is_contact`,
        sql`select n.id, n.posted_at from space_member m
          cross join lateral (${firstWhere(sql`b.space = m.space`)}) n where m.identifier = ${me}`,
      ];
  }
}

interface FeedPageRequest {
  feed: Feed;
  cursor: FeedCursor | null;
  /** The number of moments to skip, for numbered pages. */
  skip: number;
  size: number;
  /** The number of moments to read, including those that the reader may not see. */
  readLimit: number;
}

/**
 * Returns a page, and the cursor of the next one; null at the end. A page is short where the reader may not see many of
 * the moments.
 */
export async function pageOfFeed(
  db: Db,
  me: string,
  { feed, cursor, skip, size, readLimit }: FeedPageRequest,
): Promise<{ list: Input<Blog>[]; next: FeedCursor | null }> {
  const isHidden =
    feed.kind === 'everybody' || feed.kind === 'following'
      ? sql`exists (select from hidden_author h where h.identifier = ${me} and h.author = b.author)`
      : sql`false`;
  const queries = feedQueries(feed, me, cursor, skip + readLimit + 1).map((part) => sql`(${part})`);
  const { rows } = await sql<PostRow & { shown: boolean }>`
    select ${postColumns(me)}, ${mayRead(me, 'moment', 'b')} and not ${isHidden} as "shown"
    from (select id, posted_at from (${sql.join(queries, sql` union `)}) part order by posted_at desc, id offset ${skip} limit ${readLimit + 1}) c
    join blog b on b.id = c.id join person p on p.identifier = b.author left join space s on s.id = b.space
    order by b.posted_at desc, b.id`.execute(db);
  const shown = rows.slice(0, readLimit).filter((row) => row.shown);
  const list = shown.slice(0, size);
  const last = shown.length > size || rows.length <= readLimit ? list.at(-1) : rows[readLimit - 1];
  const isMore = shown.length > size || rows.length > readLimit;
  return { list: list.map(toPost), next: isMore && last ? [last.time, last.id] : null };
}

/** One moment as this reader sees it; null when they may not read it. */
export async function findPost(db: Db, me: string, blogId: string): Promise<Input<Blog> | null> {
  const { rows } = await sql<PostRow>`
    select ${postColumns(me)} from blog b join person p on p.identifier = b.author left join space s on s.id = b.space
    where b.id = ${blogId} and ${mayRead(me, 'moment', 'b')}`.execute(db);
  return rows[0] ? toPost(rows[0]) : null;
}
