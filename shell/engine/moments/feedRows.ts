// The stored beginnings of feeds: reading, joining and changing them.
import type { AccountDb } from '@amber/client/db';
import { feedKey, type FeedName, type FeedRow, compareMoments, momentKeyPrefixes } from '@amber/client/moments';
import type { Api, Blog } from '@amber/proto';
import { limits } from '@amber/proto/limits';

/** Feeds of persons and spaces that are kept besides the two large ones. */
const feedsMax = 20;

/** A page of a feed as the gateway has it. @throws Fault */
export async function fetchFeed(api: Api, feed: FeedName, after: string): Promise<{ list: Blog[]; next: string }> {
  const [kind = '', id = ''] = feed.split(' ');
  const { list, next } = await api.circle.getUserBlogList({
    after,
    pageSize: limits.momentsPage,
    ...(kind === 'by' && { identifier: id }),
    ...(kind === 'in' && { spaceId: id }),
    ...(kind === 'following' && { feed: 'following' }),
  });
  return { list, next };
}

/** What was fetched, and of what is stored what comes after it; nothing of that where the two do not meet. */
export function mergeFeed(
  fetched: { list: Blog[]; next: string },
  stored: Pick<FeedRow, 'list' | 'next'> | undefined,
): { list: Blog[]; next: string } {
  const last = fetched.list.at(-1);
  const newest = stored?.list[0];
  if (!stored || !last || !newest || fetched.next === '' || compareMoments(last, newest) < 0) return fetched;
  const older = stored.list.filter((blog) => compareMoments(blog, last) > 0);
  return older.length > 0 ? { list: [...fetched.list, ...older], next: stored.next } : fetched;
}

export type FeedRows = ReturnType<typeof createFeedRows>;

export function createFeedRows(db: AccountDb) {
  const table = db.identity as unknown as {
    get(key: string): Promise<FeedRow | undefined>;
    bulkPut(rows: FeedRow[]): Promise<unknown>;
  };
  const all = () =>
    db.identity.where('key').startsWith(momentKeyPrefixes.feeds).toArray() as unknown as Promise<FeedRow[]>;

  /** The longest unasked feeds of persons and spaces go first. */
  async function evictOldFeeds(): Promise<void> {
    const others = (await all()).filter(({ key }) => / /.test(key)).sort((a, b) => b.askedAt - a.askedAt);
    await db.identity.bulkDelete(others.slice(feedsMax).map(({ key }) => key));
  }

  return {
    get: (feed: FeedName) => table.get(feedKey(feed)),

    /** Replaces the row of a feed by what `make` makes of it. */
    put: (feed: FeedName, make: (row: FeedRow | undefined) => Omit<FeedRow, 'key'> | undefined) =>
      db.transaction('rw', db.identity, async () => {
        const key = feedKey(feed);
        const updated = make(await table.get(key));
        if (!updated) return;
        await table.bulkPut([{ ...updated, key }]);
        await evictOldFeeds();
      }),

    /** Changes the moments of all feeds that are stored, or of these. */
    change: (change: (list: Blog[]) => Blog[], feeds?: readonly FeedName[]) =>
      db.transaction('rw', db.identity, async () => {
        const keys = feeds?.map(feedKey);
        const rows = (await all()).filter(({ key }) => !keys || keys.includes(key));
        await table.bulkPut(rows.map((row) => ({ ...row, list: change(row.list) })));
      }),
  };
}
