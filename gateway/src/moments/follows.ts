// Follows, likes, and the authors whom a person hides from their own feeds.
import { Fault } from '@amber/proto/faults';
import { sql } from 'kysely';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Db } from '../db/store.ts';
import type { MomentNotifications } from './momentNotifications.ts';
import { isBlockedBetween } from '../people/mayRead.ts';
import { lockReadablePost } from './readChecks.ts';

interface FollowsPorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits' | 'quotas'> {
  notifications: MomentNotifications;
}

export function createFollows({ db, clock, limits, quotas, notifications }: FollowsPorts) {
  const countChange = (tx: Db, me: string) =>
    quotas.enforce([{ key: `follow/${me}`, limit: limits.followsPerHour }], tx);

  /**
   * Checks whether a person may be followed.
   * @throws Fault NO_AUTH for a person who does not exist or is on either side of a block; BAD_REQUEST, TOO_MANY.
   */
  async function check(from: Db, me: string, other: string): Promise<void> {
    if (other === me) throw new Fault('BAD_REQUEST');
    const { rows } = await sql<{ followed: number }>`
      select (select count(*)::integer from follow where identifier = ${me}) as "followed" from person p
      where p.identifier = ${other} and p.last_name <> '' and p.deleted_at is null and not ${isBlockedBetween(me, sql`p.identifier`)}
      for key share`.execute(from);
    if (!rows[0]) throw new Fault('NO_AUTH');
    if (rows[0].followed >= limits.followsMax) throw new Fault('TOO_MANY');
  }

  return {
    /** Follows a person. @throws Fault as `check`; TOO_MANY also for too many changes. */
    async follow(me: string, other: string): Promise<void> {
      const emit = await db.transaction().execute(async (tx) => {
        await check(tx, me, other);
        await countChange(tx, me);
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('follow')
          .values({ identifier: me, followed: other, since: clock() })
          .onConflict((on) => on.doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows === 0n) return undefined;
        return notifications.add(tx, { to: other, kind: 'follow', actor: me, blog: null });
      });
      emit?.();
    },

    /** Ends following a person. @throws Fault TOO_MANY */
    async unfollow(me: string, other: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await countChange(tx, me);
        await tx.deleteFrom('follow').where('identifier', '=', me).where('followed', '=', other).execute();
        await notifications.remove(tx, { to: other, kind: 'follow', actor: me, blog: null });
      });
    },

    /** Likes a moment, or removes the like; returns the number of likes. @throws Fault NO_AUTH, TOO_MANY. */
    async like(me: string, blogId: string, liked: boolean): Promise<number> {
      const { emit, likes } = await db.transaction().execute(async (tx) => {
        const author = await lockReadablePost(tx, me, blogId);
        await quotas.enforce([{ key: `like/${me}`, limit: limits.likesPerHour }], tx);
        const notification = { to: author, kind: 'like', actor: me, blog: blogId } as const;
        let emit: (() => void) | undefined;
        if (liked) {
          const { numInsertedOrUpdatedRows } = await tx
            .insertInto('blog_like')
            .values({ blog: blogId, identifier: me })
            .onConflict((on) => on.doNothing())
            .executeTakeFirst();
          if (numInsertedOrUpdatedRows !== 0n) emit = await notifications.add(tx, notification);
        } else {
          await tx.deleteFrom('blog_like').where('blog', '=', blogId).where('identifier', '=', me).execute();
          await notifications.remove(tx, notification);
        }
        const row = await tx.selectFrom('blog').select('likes').where('id', '=', blogId).executeTakeFirstOrThrow();
        return { emit, likes: row.likes };
      });
      emit?.();
      return likes;
    },

    /**
     * Hides an author from one's own feeds, or shows them again.
     * @throws Fault TOO_MANY; NO_AUTH for a person who does not exist.
     */
    async hide(me: string, author: string, hidden: boolean): Promise<void> {
      if (author === me) throw new Fault('BAD_REQUEST');
      if (!hidden) {
        await db.deleteFrom('hidden_author').where('identifier', '=', me).where('author', '=', author).execute();
        return;
      }
      const { rows } = await sql<{ hidden: number }>`
        select (select count(*)::integer from hidden_author where identifier = ${me}) as "hidden"
        from person where identifier = ${author} and deleted_at is null`.execute(db);
      if (!rows[0]) throw new Fault('NO_AUTH');
      if (rows[0].hidden >= limits.hiddenAuthorsMax) throw new Fault('TOO_MANY');
      await db
        .insertInto('hidden_author')
        .values({ identifier: me, author })
        .onConflict((on) => on.doNothing())
        .execute();
    },

    /** The authors whose moments are hidden. */
    hidden: (me: string) =>
      db
        .selectFrom('hidden_author as h')
        .innerJoin('person as p', 'p.identifier', 'h.author')
        .select(['p.identifier', 'p.avatar', 'p.last_name as lastName'])
        .where('h.identifier', '=', me)
        .orderBy('h.author')
        .execute(),

    /** Counts followers and follows up to a limit; screens show the limit as 'or more'. */
    async counts(from: Db, me: string, other: string) {
      const { rows } = await sql<{ followers: number; follows: number; following: boolean }>`
        select (select count(*)::integer from (select from follow where followed = ${other} limit ${limits.followersCounted}) f) as "followers",
          (select count(*)::integer from follow where identifier = ${other}) as "follows",
          exists (select from follow where identifier = ${me} and followed = ${other}) as "following"`.execute(from);
      return rows[0]!;
    },
  };
}
