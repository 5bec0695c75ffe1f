// Moments: what people have posted.
import type { Blog, Input } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { checkMessageId, checkText } from '../checks.ts';
import type { CallsOf, Parts } from '../handler.ts';
import { newIdentifier } from '../identifiers.ts';

const pageSizeMax = 50;

export const circleCalls = ({ store: { db }, limits, clock }: Parts): CallsOf<'circle'> => {
  const blogs = () => db.selectFrom('blog').innerJoin('person', 'person.identifier', 'blog.author')
    .select(['blog.id', 'text', 'posted_at as time', 'author as identifier', 'avatar', 'last_name as lastName']);

  type Row = Awaited<ReturnType<ReturnType<typeof blogs>['execute']>>[number];
  const wire = ({ id, text, time, ...user }: Row): Input<Blog> => ({ blogId: id, text, time, user });

  return {
    async 'circle.getUserInfo'({ identifier }) {
      const person = await db.selectFrom('person').select((of) => ['identifier', 'avatar', 'last_name as lastName',
        of.selectFrom('blog').whereRef('author', '=', 'person.identifier').select(of.fn.countAll<number>().as('count')).as('blogCount'),
      ]).where('identifier', '=', identifier).where('last_name', '<>', '').where('deleted_at', 'is', null).executeTakeFirst();
      if (!person) throw new Fault('NO_AUTH');
      const { blogCount, ...userInfo } = person;
      return { userInfo, blogCount: Number(blogCount) };
    },

    async 'circle.getUserBlogList'({ page, pageSize, identifier }) {
      if (page < 0 || pageSize < 0) throw new Fault('BAD_REQUEST');
      const size = Math.min(pageSize || pageSizeMax, pageSizeMax);
      // One more than is shown says whether there is more.
      const rows = await blogs().$if(identifier !== '', (query) => query.where('author', '=', identifier))
        .orderBy('posted_at', 'desc').orderBy('blog.id').limit(size + 1).offset(page * size).execute();
      return { list: rows.slice(0, size).map(wire), more: rows.length > size };
    },

    async 'circle.post'({ text, blogId }, { identifier }) {
      const id = blogId || newIdentifier();
      if (blogId) checkMessageId(blogId);
      await db.insertInto('blog').values({ id, author: identifier, text: checkText(text, limits.momentMax), posted_at: clock() })
        .onConflict((on) => on.doNothing()).execute();
      const row = await blogs().where('blog.id', '=', id).where('author', '=', identifier).executeTakeFirst();
      if (!row) throw new Fault('NO_AUTH');
      return { blog: wire(row) };
    },
  };
};
