// Moments: posts by people.
import type { Blog, Input } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import * as v from 'valibot';
import { checkMessageId, checkText } from '../doors/checks.ts';
import type { CallsOf, Parts } from '../doors/handler.ts';
import { newIdentifier } from '../kit/identifiers.ts';
import { cursorNumber, cursorText, fromCursor, toCursor } from '../store/pageCursor.ts';
import type { Db } from '../store/store.ts';

/** Cursor: when it was posted, and its id. */
const placeInFeed = v.strictTuple([cursorNumber, cursorText]);

export const circleCalls = ({ store: { db, visitors }, limits, clock }: Parts): CallsOf<'circle'> => {
  const blogs = (from: Db) =>
    from
      .selectFrom('blog')
      .innerJoin('person', 'person.identifier', 'blog.author')
      .select(['blog.id', 'text', 'posted_at as time', 'author as identifier', 'avatar', 'last_name as lastName']);

  type Row = Awaited<ReturnType<ReturnType<typeof blogs>['execute']>>[number];
  const wire = ({ id, text, time, ...user }: Row): Input<Blog> => ({ blogId: id, text, time, user });

  return {
    async 'circle.getUserInfo'({ identifier }) {
      const person = await visitors
        .selectFrom('person')
        .select(['identifier', 'avatar', 'last_name as lastName', 'blog_count as blogCount'])
        .where('identifier', '=', identifier)
        .where('last_name', '<>', '')
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (!person) throw new Fault('NO_AUTH');
      const { blogCount, ...userInfo } = person;
      return { userInfo, blogCount };
    },

    async 'circle.getUserBlogList'({ page, pageSize, identifier, after }) {
      if (page < 0 || pageSize < 0) throw new Fault('BAD_REQUEST');
      const size = Math.min(pageSize || limits.momentsPageMax, limits.momentsPageMax);
      const place = fromCursor(after, placeInFeed);
      // OFFSET reads the skipped rows too, so page numbers are limited.
      const passedOver = place ? 0 : page * size;
      if (passedOver > limits.momentsByNumber) throw new Fault('BAD_REQUEST');
      let found = blogs(visitors).orderBy('posted_at', 'desc').orderBy('blog.id');
      if (identifier !== '') found = found.where('author', '=', identifier);
      // The first condition uses the index; the second breaks ties between moments posted at the same time.
      if (place)
        found = found
          .where('posted_at', '<=', place[0])
          .where((where) => where.or([where('posted_at', '<', place[0]), where('blog.id', '>', place[1])]));
      // One row more than shown: it shows whether there is a next page.
      const rows = await found
        .limit(size + 1)
        .offset(passedOver)
        .execute();
      const shown = rows.slice(0, size);
      const more = rows.length > size;
      const last = shown.at(-1);
      return { list: shown.map(wire), more, next: more && last ? toCursor([last.time, last.id]) : '' };
    },

    async 'circle.post'({ text, blogId }, { identifier }) {
      const id = blogId || newIdentifier();
      if (blogId) checkMessageId(blogId);
      await db
        .insertInto('blog')
        .values({ id, author: identifier, text: checkText(text, limits.momentMax), posted_at: clock() })
        .onConflict((on) => on.doNothing())
        .execute();
      const row = await blogs(db).where('blog.id', '=', id).where('author', '=', identifier).executeTakeFirst();
      if (!row) throw new Fault('NO_AUTH');
      return { blog: wire(row) };
    },
  };
};
