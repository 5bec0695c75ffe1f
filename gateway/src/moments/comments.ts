// Comments on moments and the replies to them: thread by thread, oldest first.
import type { BlogComment, Input } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { type RawBuilder, sql } from 'kysely';
import { checkText } from '../core/checks.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import { pageOf } from '../db/pageCursor.ts';
import type { Db } from '../db/store.ts';
import type { MomentNotifications } from './momentNotifications.ts';
import { mayRead } from '../people/mayRead.ts';
import { lockReadablePost } from './readChecks.ts';

/** The position of a comment: its thread's time and id, and its own time and id. */
export type CommentCursor = readonly [threadAt: number, thread: string, time: number, id: string];

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

const toComment = ({ id, text, time, thread, identifier, avatar, lastName, ...row }: Row): Input<BlogComment> => ({
  commentId: id,
  text,
  time,
  parentId: thread === id ? '' : thread,
  user: { identifier, avatar, lastName },
  ...(row.answered !== null && { answerTo: { identifier: row.answered, lastName: row.answeredName ?? '' } }),
});

interface NewComment {
  blogId: string;
  commentId: string;
  /** The id of the comment that this one replies to; empty when it begins a thread. */
  answers: string;
  text: string;
}

interface CommentsPorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits' | 'quotas'> {
  notifications: MomentNotifications;
}

export function createComments({ db, clock, limits, quotas, notifications }: CommentsPorts) {
  const selectComments = (from: Db, me: string, condition: RawBuilder<unknown>, limit: number) =>
    sql<Row>`
      select c.id, c.text, c.posted_at as "time", c.thread, c.thread_at as "threadAt", c.author as "identifier", p.avatar,
        p.last_name as "lastName", a.author as "answered", ap.last_name as "answeredName", ${mayRead(me, 'comment', 'c')} as "shown"
      from blog_comment c join person p on p.identifier = c.author
      left join blog_comment a on a.id = c.answers and ${mayRead(me, 'comment', 'a')} left join person ap on ap.identifier = a.author
      where ${condition} order by c.thread_at, c.thread, c.posted_at, c.id limit ${limit}`
      .execute(from)
      .then(({ rows }) => rows);

  return {
    /**
     * A page of comments on a moment that this person may read. Comments by people on either side of a block are left
     * out.
     */
    async page(from: Db, me: string, blogId: string, cursor: CommentCursor | null) {
      const size = limits.commentsPage;
      const after = cursor
        ? sql`and (c.thread_at, c.thread, c.posted_at, c.id) > (${cursor[0]}::bigint, ${cursor[1]}, ${cursor[2]}::bigint, ${cursor[3]})`
        : sql``;
      const rows = await selectComments(from, me, sql`c.blog = ${blogId} ${after}`, size + 1);
      const { list, next } = pageOf(rows, size, (row) => [row.threadAt, row.thread, row.time, row.id]);
      return { list: list.filter(({ shown }) => shown).map(toComment), next };
    },

    /**
     * Stores a comment; idempotent by its id.
     * @throws Fault NO_AUTH for a moment or a comment that this person may not read; BAD_REQUEST, TOO_MANY.
     */
    async comment(me: string, { blogId, commentId, answers, text }: NewComment): Promise<Input<BlogComment>> {
      const checkedText = checkText(text, limits.commentMax);
      const afterCommit = await db.transaction().execute(async (tx) => {
        const author = await lockReadablePost(tx, me, blogId);
        const parentComment = answers
          ? await tx
              .selectFrom('blog_comment as a')
              .select(['thread', 'thread_at', 'author'])
              .where('id', '=', answers)
              .where('blog', '=', blogId)
              .where(mayRead(me, 'comment', 'a'))
              .forKeyShare()
              .executeTakeFirst()
          : undefined;
        if (answers && !parentComment) throw new Fault('NO_AUTH');
        await quotas.enforce([{ key: `comment/${me}`, limit: limits.commentsPerHour }], tx);
        const now = clock();
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('blog_comment')
          .values({
            id: commentId,
            blog: blogId,
            author: me,
            text: checkedText,
            thread: parentComment?.thread ?? commentId,
            thread_at: parentComment?.thread_at ?? now,
            answers: parentComment ? answers : null,
            // A reply always sorts after the first comment of its thread, even if the clock was set back.
            posted_at: parentComment ? Math.max(now, parentComment.thread_at + 1) : now,
          })
          .onConflict((on) => on.doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows === 0n) return [];
        const callbacks = [
          parentComment && parentComment.author !== me
            ? await notifications.add(tx, { to: parentComment.author, kind: 'answer', actor: me, blog: blogId })
            : null,
        ];
        if (author !== parentComment?.author)
          callbacks.push(await notifications.add(tx, { to: author, kind: 'comment', actor: me, blog: blogId }));
        return callbacks;
      });
      afterCommit.forEach((run) => run?.());
      const [row] = await selectComments(
        db,
        me,
        sql`c.id = ${commentId} and c.blog = ${blogId} and c.author = ${me}`,
        1,
      );
      if (!row) throw new Fault('NO_AUTH');
      return toComment(row);
    },

    /**
     * Removes a comment and its replies; only its author and the author of the moment may do so. For anyone else it
     * does nothing.
     */
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
