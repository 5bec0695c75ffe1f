// Moments: posts by people, and the likes, comments and follows of others.
import { Fault } from '@amber/proto/faults';
import * as v from 'valibot';
import { createComments } from '../moments/comments.ts';
import { type Feed, findPost, pageOfFeed } from '../moments/feeds.ts';
import { createFollows } from '../moments/follows.ts';
import { createMomentNotifications } from '../moments/momentNotifications.ts';
import { createPosts } from '../moments/posts.ts';
import { checkMember } from '../moments/readChecks.ts';
import { checkMessageId } from '../core/checks.ts';
import type { CallsOf, HandlerPorts } from './handler.ts';
import { newIdentifier } from '../core/identifiers.ts';
import { cursorNumber, cursorText, decodeCursor, encodeCursor } from '../db/pageCursor.ts';

/** The cursor holds the time at which the moment was posted, and its id. */
const feedCursor = v.strictTuple([cursorNumber, cursorText]);
/** The cursor holds the thread's time and id, and the comment's own. */
const commentCursor = v.strictTuple([cursorNumber, cursorText, cursorNumber, cursorText]);

export const circleCalls = (ports: HandlerPorts): CallsOf<'circle'> => {
  const { db, store, limits } = ports;
  /** Queries of visitors use a separate connection pool. */
  const dbFor = (me: string) => (me === '' ? store.visitorDb : db);
  const notifications = createMomentNotifications(ports);
  const posts = createPosts(ports);
  const comments = createComments({ ...ports, notifications });
  const follows = createFollows({ ...ports, notifications });

  /** The moment, if this person may read it. @throws Fault NO_AUTH */
  async function requirePost(me: string, blogId: string) {
    const blog = await findPost(dbFor(me), me, blogId);
    if (!blog) throw new Fault('NO_AUTH');
    return blog;
  }

  return {
    async 'circle.getUserInfo'({ identifier }, { identifier: me }) {
      const person = await dbFor(me)
        .selectFrom('person')
        .select(['identifier', 'avatar', 'last_name as lastName', 'blog_count as blogCount'])
        .where('identifier', '=', identifier)
        .where('last_name', '<>', '')
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (!person) throw new Fault('NO_AUTH');
      const { blogCount, ...userInfo } = person;
      return { userInfo, blogCount, ...(await follows.counts(dbFor(me), me, identifier)) };
    },

    async 'circle.getUserBlogList'({ page, pageSize, identifier, after, feed, spaceId }, { identifier: me }) {
      if (page < 0 || pageSize < 0 || typeof feed !== 'string') throw new Fault('BAD_REQUEST');
      if (spaceId !== '') await checkMember(dbFor(me), me, spaceId);
      const size = Math.min(pageSize || limits.momentsPageMax, limits.momentsPageMax);
      const cursor = decodeCursor(after, feedCursor);
      // OFFSET reads the skipped rows too, so page numbers are limited.
      const skip = cursor ? 0 : page * size;
      if (skip > limits.momentsOffsetMax) throw new Fault('BAD_REQUEST');
      const feedSource: Feed =
        identifier !== ''
          ? { kind: 'person', id: identifier }
          : spaceId !== ''
            ? { kind: 'space', id: spaceId }
            : { kind: me === '' ? 'everybody' : feed };
      const { list, next } = await pageOfFeed(dbFor(me), me, {
        feed: feedSource,
        cursor,
        skip,
        size,
        // A numbered page begins where the page before it ended, so it reads no more than it shows.
        readLimit: page === 0 ? size * limits.momentsReadPerShown : size,
      });
      return { list, more: next !== null, next: next ? encodeCursor(next) : '' };
    },

    'circle.getBlog': async ({ blogId }, { identifier: me }) => ({ blog: await requirePost(me, blogId) }),

    async 'circle.post'({ blogId, pictures: pictureList, ...draft }, { identifier: me }) {
      const id = blogId || newIdentifier();
      if (blogId) checkMessageId(blogId);
      await posts.post(me, id, draft, pictureList);
      const blog = await requirePost(me, id);
      if (blog.user?.identifier !== me) throw new Fault('NO_AUTH');
      return { blog };
    },

    async 'circle.edit'({ blogId, pictures: pictureList, ...draft }, { identifier: me }) {
      if ((await requirePost(me, blogId)).user?.identifier !== me) throw new Fault('NO_AUTH');
      await posts.edit(me, blogId, draft, pictureList?.list ?? null);
      return { blog: await requirePost(me, blogId) };
    },

    async 'circle.remove'({ blogId, commentId }, { identifier: me }) {
      if (commentId === '') await posts.remove(me, blogId);
      else await comments.remove(me, blogId, commentId);
    },

    'circle.like': async ({ blogId, liked }, { identifier: me }) => ({ likes: await follows.like(me, blogId, liked) }),

    async 'circle.getComments'({ blogId, after }, { identifier: me }) {
      await requirePost(me, blogId);
      return comments.page(dbFor(me), me, blogId, decodeCursor(after, commentCursor));
    },

    async 'circle.comment'(request, { identifier: me }) {
      checkMessageId(request.commentId);
      return { comment: await comments.comment(me, request) };
    },

    'circle.followBlog': ({ identifier, follow }, { identifier: me }) =>
      follow ? follows.follow(me, identifier) : follows.unfollow(me, identifier),

    'circle.hideAuthor': ({ identifier, hidden }, { identifier: me }) => follows.hide(me, identifier, hidden),

    'circle.getHidden': async (_, { identifier: me }) => ({ list: await follows.hidden(me) }),

    'circle.getNews': (_, { identifier: me }) => notifications.latest(me),

    'circle.setNews': ({ seenAt, setting }, { identifier: me }) => notifications.set(me, seenAt, setting),
  };
};
