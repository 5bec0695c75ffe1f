// Moments: posts by people, and the likes, comments and follows of others.
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import * as v from 'valibot';
import { createComments } from '../moments/comments.ts';
import { type Feed, findPost, pageOfFeed } from '../moments/feeds.ts';
import { createFollows } from '../moments/follows.ts';
import { createMomentNotifications } from '../moments/momentNotifications.ts';
import { createPosts } from '../moments/posts.ts';
import { checkMember } from '../moments/readChecks.ts';
import { checkMessageId } from '../core/checks.ts';
import type { CallsOf } from './handler.ts';
import { newIdentifier } from '../core/identifiers.ts';
import { cursorNumber, cursorText, decodeCursor, encodeCursor } from '../db/pageCursor.ts';
import type { Bus } from '../core/bus.ts';
import type { Clock } from '../core/clock.ts';
import type { Pictures } from '../pictures/pictures.ts';
import type { HourlyQuotas } from '../db/hourlyQuotas.ts';
import type { Store } from '../db/store.ts';

/** The cursor holds the time at which the moment was posted, and its id. */
const feedCursor = v.strictTuple([cursorNumber, cursorText]);
/** The cursor holds the thread's time and id, and the comment's own. */
const commentCursor = v.strictTuple([cursorNumber, cursorText, cursorNumber, cursorText]);

/** The limits of one person per hour. */
const budgets = {
  moment: 'momentsPerHour',
  momentChange: 'momentChangesPerHour',
  comment: 'commentsPerHour',
  like: 'likesPerHour',
  follow: 'followsPerHour',
} as const satisfies Record<string, keyof Limits>;

export interface CirclePorts {
  store: Store;
  limits: Limits;
  quotas: HourlyQuotas;
  bus: Bus;
  clock: Clock;
  pictures: Pictures;
}

export const circleCalls = ({ store, limits, quotas, bus, clock, pictures }: CirclePorts): CallsOf<'circle'> => {
  const { db } = store;
  /** Queries of visitors use a separate connection pool. */
  const dbFor = (me: string) => (me === '' ? store.visitorDb : db);
  const notifications = createMomentNotifications({ db, bus, clock, limits });
  const posts = createPosts({ db, clock, limits, pictures });
  const comments = createComments({ db, clock, limits, notifications });
  const follows = createFollows({ db, clock, limits, notifications });

  /**
   * Spends one unit of this person's hourly budget. Calls about an existing moment check permission first, so that a
   * refused call spends nothing.
   * @throws Fault TOO_MANY
   */
  async function consumeQuota(me: string, what: keyof typeof budgets): Promise<void> {
    if (!(await quotas.consume([{ key: `${what}/${me}`, limit: limits[budgets[what]] as number }])))
      throw new Fault('TOO_MANY');
  }

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
      await consumeQuota(me, 'moment');
      await posts.post(me, id, draft, pictureList);
      const blog = await requirePost(me, id);
      if (blog.user?.identifier !== me) throw new Fault('NO_AUTH');
      return { blog };
    },

    async 'circle.edit'({ blogId, pictures: pictureList, ...draft }, { identifier: me }) {
      if ((await requirePost(me, blogId)).user?.identifier !== me) throw new Fault('NO_AUTH');
      await consumeQuota(me, 'momentChange');
      await posts.edit(me, blogId, draft, pictureList?.list ?? null);
      return { blog: await requirePost(me, blogId) };
    },

    async 'circle.remove'({ blogId, commentId }, { identifier: me }) {
      if (commentId === '') await posts.remove(me, blogId);
      else await comments.remove(me, blogId, commentId);
      return {};
    },

    async 'circle.like'({ blogId, liked }, { identifier: me }) {
      await requirePost(me, blogId);
      await consumeQuota(me, 'like');
      return { likes: await follows.like(me, blogId, liked) };
    },

    async 'circle.getComments'({ blogId, after }, { identifier: me }) {
      await requirePost(me, blogId);
      const { list, next } = await comments.page(dbFor(me), me, blogId, decodeCursor(after, commentCursor));
      return { list, next: next ? encodeCursor(next) : '' };
    },

    async 'circle.comment'(request, { identifier: me }) {
      checkMessageId(request.commentId);
      await requirePost(me, request.blogId);
      await consumeQuota(me, 'comment');
      return { comment: await comments.comment(me, request) };
    },

    async 'circle.followBlog'({ identifier, follow }, { identifier: me }) {
      if (follow) await follows.check(db, me, identifier);
      await consumeQuota(me, 'follow');
      await (follow ? follows.follow(me, identifier) : follows.unfollow(me, identifier));
      return {};
    },

    async 'circle.hideAuthor'({ identifier, hidden }, { identifier: me }) {
      await follows.hide(me, identifier, hidden);
      return {};
    },

    'circle.getHidden': async (_, { identifier: me }) => ({ list: await follows.hidden(me) }),

    'circle.getNews': (_, { identifier: me }) => notifications.latest(me),

    async 'circle.setNews'({ seenAt, setting }, { identifier: me }) {
      await notifications.set(me, seenAt, setting);
      return {};
    },
  };
};
