// Moments on this device: feeds stored for reading, optimistic changes, and posts that wait to be sent.
import { type FeedName, compareMoments, type MomentsRequest } from '@amber/client/moments';
import type { Blog, EditBlogRequest, Input } from '@amber/proto';
import type { AccountContext } from '../kit/accountContext.ts';
import { fetchFeed, createFeedRows, mergeFeed } from './feedRows.ts';
import { createPosting } from './posting.ts';

/** A refresh fetches this many pages to reach the stored moments; if they are not reached, they are replaced. */
const refreshPagesMax = 3;
/** A longer stored feed is replaced at the next refresh. */
const feedMax = 500;

export type MomentsPorts = Pick<AccountContext, 'db' | 'api' | 'me' | 'now' | 'retrier'>;

export interface Moments {
  /** Executes a request. @throws Fault of the gateway's call. */
  run(request: MomentsRequest): Promise<void>;
  /** Posts the waiting moments; called when the connection is back. */
  flush(): void;
}

export function createMoments({ db, api, me, now, retrier }: MomentsPorts): Moments {
  const rows = createFeedRows(db);
  const posting = createPosting({ db, api, rows, now, retrier, feedsOf });

  /** The feeds that contain a moment of mine. */
  function feedsOf({ spaceId }: Blog): FeedName[] {
    return ['everybody', 'following', `by ${me.identifier}`, ...(spaceId ? [`in ${spaceId}` as const] : [])];
  }

  /** Applies a change at once, and reverts it when `request` fails. */
  async function applyOptimistically(
    change: (blog: Blog) => Blog,
    undo: (blog: Blog) => Blog,
    request: () => Promise<unknown>,
  ) {
    await rows.change((list) => list.map(change));
    try {
      await request();
    } catch (thrown) {
      await rows.change((list) => list.map(undo));
      throw thrown;
    }
  }

  const forMoment = (blogId: string, change: (blog: Blog) => Blog) => (blog: Blog) =>
    blog.blogId === blogId ? change(blog) : blog;
  const liked = (is: boolean) => (blog: Blog) =>
    blog.liked === is ? blog : { ...blog, liked: is, likes: Math.max(0, blog.likes + (is ? 1 : -1)) };
  const followed = (identifier: string, following: boolean) => (blog: Blog) =>
    blog.user?.identifier === identifier ? { ...blog, following } : blog;

  async function edit(written: Input<EditBlogRequest> & { blogId: string }): Promise<void> {
    const { blog } = await api.circle.edit(written);
    await rows.change((list) => list.map(forMoment(written.blogId, () => blog!)));
  }

  const handlers: {
    [What in MomentsRequest['what']]: (request: Extract<MomentsRequest, { what: What }>) => Promise<unknown>;
  } = {
    async refresh({ feed }) {
      const before = await rows.get(feed);
      const known = before && before.list.length <= feedMax ? before.list : [];
      const fetched = await fetchFeed(api, feed, '');
      for (let pages = 1; pages < refreshPagesMax && known[0] && fetched.next !== ''; pages += 1) {
        const last = fetched.list.at(-1);
        if (last && compareMoments(last, known[0]) >= 0) break;
        const page = await fetchFeed(api, feed, fetched.next);
        fetched.list.push(...page.list);
        fetched.next = page.next;
      }
      await rows.put(feed, (row) => ({
        ...mergeFeed(fetched, row && known.length > 0 ? row : undefined),
        askedAt: now(),
      }));
    },
    async older({ feed }) {
      const next = (await rows.get(feed))?.next;
      if (!next) return;
      const page = await fetchFeed(api, feed, next);
      await rows.put(feed, (row) => {
        if (!row || row.next !== next) return row;
        const known = new Set(row.list.map(({ blogId }) => blogId));
        const list = [...row.list, ...page.list.filter(({ blogId }) => !known.has(blogId))];
        return { ...row, list, next: page.next };
      });
    },
    post: posting.post,
    postPictures: posting.post,
    keepPictures: posting.keepPictures,
    retry: posting.retry,
    discard: posting.discard,
    edit: ({ what: _, ...written }) => edit(written),
    editPictures: ({ what: _, pictures: list, ...written }) => edit({ ...written, pictures: { list } }),
    async remove({ blogId }) {
      await api.circle.remove({ blogId });
      await rows.change((list) => list.filter((blog) => blog.blogId !== blogId));
    },
    like: ({ blogId, liked: is }) =>
      applyOptimistically(forMoment(blogId, liked(is)), forMoment(blogId, liked(!is)), async () => {
        const { likes } = await api.circle.like({ blogId, liked: is });
        await rows.change((list) => list.map(forMoment(blogId, (blog) => ({ ...blog, likes }))));
      }),
    async follow({ identifier, follow }) {
      await applyOptimistically(followed(identifier, follow), followed(identifier, !follow), () =>
        api.circle.followBlog({ identifier, follow }),
      );
      if (!follow)
        await rows.change((list) => list.filter(({ user }) => user?.identifier !== identifier), ['following']);
    },
    async hide({ identifier, hidden }) {
      await api.circle.hideAuthor({ identifier, hidden });
      if (hidden)
        await rows.change(
          (list) => list.filter(({ user }) => user?.identifier !== identifier),
          ['everybody', 'following'],
        );
    },
  };

  return {
    async run(request) {
      await (handlers[request.what] as (asked: MomentsRequest) => Promise<unknown>)(request);
    },
    flush: posting.flush,
  };
}
