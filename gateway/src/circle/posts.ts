// Writes, changes and removes moments.
import type { Blog_Visibility } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { checkText } from '../doors/checks.ts';
import type { Clock } from '../kit/clock.ts';
import type { Db } from '../store/store.ts';
import { checkMember } from './readers.ts';

/** What an author says of a moment. */
export interface Written {
  text: string;
  visibility: Blog_Visibility;
  spaceId: string;
}

export function createPosts({ db, clock, limits }: { db: Db; clock: Clock; limits: Limits }) {
  /** @throws Fault BAD_REQUEST; NO_AUTH where the author is not in the space. */
  async function checked(me: string, { text, visibility, spaceId }: Written) {
    // The visibility of a newer version arrives as a number.
    if (typeof visibility !== 'string' || (visibility === 'space') !== (spaceId !== '')) throw new Fault('BAD_REQUEST');
    if (spaceId !== '') await checkMember(db, me, spaceId);
    return { text: checkText(text, limits.momentMax), visibility, space: spaceId || null };
  }

  return {
    /** Posts once for an id. */
    async post(me: string, id: string, written: Written): Promise<void> {
      await db
        .insertInto('blog')
        .values({ id, author: me, posted_at: clock(), ...(await checked(me, written)) })
        .onConflict((on) => on.doNothing())
        .execute();
    },

    /** @throws Fault NO_AUTH for somebody else's. */
    async edit(me: string, id: string, written: Written): Promise<void> {
      const { numUpdatedRows } = await db
        .updateTable('blog')
        .set({ ...(await checked(me, written)), edited_at: clock() })
        .where('id', '=', id)
        .where('author', '=', me)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new Fault('NO_AUTH');
    },

    /** With its likes and comments. What is not there, or somebody else's, stays as it is. */
    async remove(me: string, id: string): Promise<void> {
      await db.deleteFrom('blog').where('id', '=', id).where('author', '=', me).execute();
    },
  };
}
