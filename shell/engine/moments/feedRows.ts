// The stored beginnings of feeds: reads, merges and changes them.
import type { AccountDb } from '@amber/client/db';
import { type FeedName, type FeedRow, compareMoments } from '@amber/client/moments';
import type { Api, Blog } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { getIdentityRow, identityKey, listIdentityRows, putIdentityRow } from '../keys/identityRows.ts';

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
  /** Evicts the feeds of people and spaces that were requested least recently. */
  async function evictOldFeeds(): Promise<void> {
    const feeds = await listIdentityRows(db, 'moments:');
    const others = feeds.filter(({ key }) => / /.test(key)).sort((a, b) => b.askedAt - a.askedAt);
    await db.identity.bulkDelete(others.slice(feedsMax).map(({ key }) => key));
  }

  return {
    get: (feed: FeedName) => getIdentityRow(db, 'moments:', feed),

    /** Replaces a feed's row with the result of `make`; undefined leaves it unchanged. */
    put: (feed: FeedName, make: (row: FeedRow | undefined) => Omit<FeedRow, 'key'> | undefined) =>
      db.transaction('rw', db.identity, async () => {
        const updated = make(await getIdentityRow(db, 'moments:', feed));
        if (!updated) return;
        await putIdentityRow(db, 'moments:', updated, feed);
        await evictOldFeeds();
      }),

    /** Changes the moments of these feeds, or of all stored feeds. */
    change: (change: (list: Blog[]) => Blog[], feeds?: readonly FeedName[]) =>
      db.transaction('rw', db.identity, async () => {
        const keys = feeds?.map((feed) => identityKey('moments:', feed));
        const rows = (await listIdentityRows(db, 'moments:')).filter(({ key }) => !keys || keys.includes(key));
        await db.identity.bulkPut(rows.map((row) => ({ ...row, list: change(row.list) })));
      }),
  };
}
