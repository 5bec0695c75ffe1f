// Comments on moments, and their answers: thread by thread, oldest first.
import type { BlogComment, Input } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { type RawBuilder, sql } from 'kysely';
import { checkText } from '../core/checks.ts';
import type { Clock } from '../core/clock.ts';
import type { Db } from '../db/store.ts';
import type { CircleNews } from './news.ts';
import { mayRead } from '../people/mayRead.ts';
import { readable } from './checks.ts';

/** Where a comment stands: its thread's time and id, its own time and id. */
export type PlaceOfComment = readonly [threadAt: number, thread: string, time: number, id: string];

interface Row {
  id: string;
  text: string;
  time: number;
  thread: string;
  threadAt: number;
  identifier: string;
  avatar: string;
  lastName: string;
  answered: string | null;
  answeredName: string | null;
  shown: boolean;
}

const wire = ({ id, text, time, thread, identifier, avatar, lastName, ...row }: Row): Input<BlogComment> => ({
  commentId: id,
  text,
  time,
  parentId: thread === id ? '' : thread,
  user: { identifier, avatar, lastName },
  ...(row.answered !== null && { answerTo: { identifier: row.answered, lastName: row.answeredName ?? '' } }),
});

interface Said {
  blogId: string;
  commentId: string;
  /** Empty: it begins a thread. */
  answers: string;
  text: string;
}

interface CommentsPorts {
  db: Db;
  clock: Clock;
  limits: Limits;
  news: CircleNews;
}

export function createComments({ db, clock, limits, news }: CommentsPorts) {
  const read = (from: Db, me: string, which: RawBuilder<unknown>, most: number) =>
    sql<Row>`
      select c.id, c.text, c.posted_at as "time", c.thread, c.thread_at as "threadAt", c.author as "identifier", p.avatar,
        p.last_name as "lastName", a.author as "answered", ap.last_name as "answeredName", ${mayRead(me, 'comment', 'c')} as "shown"
      from blog_comment c join person p on p.identifier = c.author
      left join blog_comment a on a.id = c.answers and ${mayRead(me, 'comment', 'a')} left join person ap on ap.identifier = a.author
      where ${which} order by c.thread_at, c.thread, c.posted_at, c.id limit ${most}`
      .execute(from)
      .then(({ rows }) => rows);

  return {
    /** Comments on a moment that this person may read. Those of people apart by a block are left out. */
    async page(from: Db, me: string, blogId: string, place: PlaceOfComment | null) {
      const size = limits.commentsPage;
      const after = place
        ? sql`and (c.thread_at, c.thread, c.posted_at, c.id) > (${place[0]}::bigint, ${place[1]}, ${place[2]}::bigint, ${place[3]})`
        : sql``;
      const rows = await read(from, me, sql`c.blog = ${blogId} ${after}`, size + 1);
      const last = rows.length > size ? rows[size - 1] : undefined;
      return {
        list: rows
          .slice(0, size)
          .filter(({ shown }) => shown)
          .map(wire),
        next: last ? ([last.threadAt, last.thread, last.time, last.id] as const) : null,
      };
    },

    /** Comments once for an id. @throws Fault NO_AUTH for a moment or a comment that this person may not read. */
    async comment(me: string, { blogId, commentId, answers, text }: Said): Promise<Input<BlogComment>> {
      const words = checkText(text, limits.commentMax);
      const tell = await db.transaction().execute(async (tx) => {
        const author = await readable(tx, me, blogId);
        const answered = answers
          ? await tx
              .selectFrom('blog_comment as a')
              .select(['thread', 'thread_at', 'author'])
              .where('id', '=', answers)
              .where('blog', '=', blogId)
              .where(mayRead(me, 'comment', 'a'))
              .forKeyShare()
              .executeTakeFirst()
          : undefined;
        if (answers && !answered) throw new Fault('NO_AUTH');
        const now = clock();
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('blog_comment')
          .values({
            id: commentId,
            blog: blogId,
            author: me,
            text: words,
            thread: answered?.thread ?? commentId,
            thread_at: answered?.thread_at ?? now,
            answers: answered ? answers : null,
            // An answer never stands before what it answers, whatever the clock does.
            posted_at: answered ? Math.max(now, answered.thread_at + 1) : now,
          })
          .onConflict((on) => on.doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows === 0n) return [];
        const told = [
          answered && answered.author !== me
            ? await news.keep(tx, { to: answered.author, kind: 'answer', actor: me, blog: blogId })
            : null,
        ];
        if (author !== answered?.author)
          told.push(await news.keep(tx, { to: author, kind: 'comment', actor: me, blog: blogId }));
        return told;
      });
      tell.forEach((run) => run?.());
      const [row] = await read(db, me, sql`c.id = ${commentId} and c.blog = ${blogId} and c.author = ${me}`, 1);
      if (!row) throw new Fault('NO_AUTH');
      return wire(row);
    },

    /** Removes a comment and its answers: by its author, or by the author of the moment. Anything else stays. */
    async remove(me: string, blogId: string, commentId: string): Promise<void> {
      await db
        .deleteFrom('blog_comment')
        .where('id', '=', commentId)
        .where('blog', '=', blogId)
        .where((where) =>
          where.or([
            where('author', '=', me),
            where.exists(where.selectFrom('blog').select('id').where('id', '=', blogId).where('author', '=', me)),
          ]),
        )
        .execute();
    },
  };
}
