// The stored beginnings of feeds: reads, merges and changes them.
import type { AccountDb } from '@amber/client/db';
import { feedKey, type FeedName, type FeedRow, compareMoments, momentKeyPrefixes } from '@amber/client/moments';
import type { Api, Blog } from '@amber/proto';
import { limits } from '@amber/proto/limits';

/** The number of feeds of people and spaces that are stored besides the two large ones. */
const feedsMax = 20;

/** Returns a page of a feed from the gateway. @throws Fault of the call */
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

/** Appends the stored moments that follow the fetched ones. If the two do not overlap, only the fetched ones remain. */
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

  /** Evicts the feeds of people and spaces that were requested least recently. */
  async function evictOldFeeds(): Promise<void> {
    const others = (await all()).filter(({ key }) => / /.test(key)).sort((a, b) => b.askedAt - a.askedAt);
    await db.identity.bulkDelete(others.slice(feedsMax).map(({ key }) => key));
  }

  return {
    get: (feed: FeedName) => table.get(feedKey(feed)),

    /** Replaces a feed's row with the result of `make`; undefined leaves it unchanged. */
    put: (feed: FeedName, make: (row: FeedRow | undefined) => Omit<FeedRow, 'key'> | undefined) =>
      db.transaction('rw', db.identity, async () => {
        const key = feedKey(feed);
        const updated = make(await table.get(key));
        if (!updated) return;
        await table.bulkPut([{ ...updated, key }]);
        await evictOldFeeds();
      }),

    /** Changes the moments of these feeds, or of all stored feeds. */
    change: (change: (list: Blog[]) => Blog[], feeds?: readonly FeedName[]) =>
      db.transaction('rw', db.identity, async () => {
        const keys = feeds?.map(feedKey);
        const rows = (await all()).filter(({ key }) => !keys || keys.includes(key));
        await table.bulkPut(rows.map((row) => ({ ...row, list: change(row.list) })));
      }),
  };
}
