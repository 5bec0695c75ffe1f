// Creates, changes and deletes moments.
import type { Blog_Visibility, BlogPicture } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { checkOptionalText, checkText } from '../core/checks.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Pictures } from '../pictures/pictures.ts';
import type { Db } from '../db/store.ts';
import { checkMember } from './readChecks.ts';

/**
 * The maximum length of a side in pixels. Devices report sizes freely, so each side is clamped to the range from one
 * pixel to this limit.
 */
const sideMax = 10_000;
const sidesOf = (width: number, height: number) => ({
  width: Math.min(Math.max(1, width), sideMax),
  height: Math.min(Math.max(1, height), sideMax),
});

/** The fields of a moment that its author sets. */
export interface PostDraft {
  text: string;
  visibility: Blog_Visibility;
  spaceId: string;
}

interface PostsPorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits' | 'quotas'> {
  pictures: Pick<Pictures, 'check'>;
}

export function createPosts({ db, clock, limits, quotas, pictures: publicPictures }: PostsPorts) {
  /**
   * Checks a draft; the text may be empty when there are pictures.
   * @throws Fault BAD_REQUEST; NO_AUTH when the author is not in the space.
   */
  async function checkDraft(me: string, { text, visibility, spaceId }: PostDraft, hasPictures: boolean) {
    // The visibility of a newer version arrives as a number.
    if (typeof visibility !== 'string' || (visibility === 'space') !== (spaceId !== '')) throw new Fault('BAD_REQUEST');
    if (spaceId !== '') await checkMember(db, me, spaceId);
    const checkedText = (hasPictures ? checkOptionalText : checkText)(text, limits.momentMax);
    return { text: checkedText, visibility, space: spaceId || null };
  }

  const picturesOf = (within: Db, id: string) =>
    within.selectFrom('blog_picture').select('path').where('blog', '=', id).execute();

  /**
   * Replaces the pictures. Each must be the author's own upload, or already in this moment.
   * @throws Fault BAD_REQUEST
   */
  async function replacePictures(within: Db, me: string, id: string, list: readonly BlogPicture[]): Promise<void> {
    if (list.length > limits.momentPictures) throw new Fault('BAD_REQUEST');
    const before = new Set((await picturesOf(within, id)).map(({ path }) => path));
    const rows = [];
    for (const [place, { path, alt, width, height }] of list.entries()) {
      if (path === '') throw new Fault('BAD_REQUEST');
      if (!before.has(path)) await publicPictures.check(within, me, path, { current: '', predefined: [] });
      rows.push({ blog: id, place, path, alt: checkOptionalText(alt, limits.momentAltMax), ...sidesOf(width, height) });
    }
    await within.deleteFrom('blog_picture').where('blog', '=', id).execute();
    if (rows.length > 0) await within.insertInto('blog_picture').values(rows).execute();
  }

  return {
    /** Creates a moment; idempotent by its id. @throws Fault BAD_REQUEST, NO_AUTH, TOO_MANY */
    async post(me: string, id: string, draft: PostDraft, pictures: readonly BlogPicture[]): Promise<void> {
      const values = { id, author: me, posted_at: clock(), ...(await checkDraft(me, draft, pictures.length > 0)) };
      await db.transaction().execute(async (tx) => {
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('blog')
          .values(values)
          .onConflict((on) => on.doNothing())
          .executeTakeFirstOrThrow();
        if (!numInsertedOrUpdatedRows) return;
        await quotas.enforce([{ key: `moment/${me}`, limit: limits.momentsPerHour }], tx);
        await replacePictures(tx, me, id, pictures);
      });
    },

    /** Changes a moment; null `pictures` leaves them unchanged. @throws Fault as `post`; NO_AUTH also for somebody else's. */
    async edit(me: string, id: string, draft: PostDraft, pictures: readonly BlogPicture[] | null): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const nextPictures = pictures ?? (await picturesOf(tx, id));
        const { numUpdatedRows } = await tx
          .updateTable('blog')
          .set({ ...(await checkDraft(me, draft, nextPictures.length > 0)), edited_at: clock() })
          .where('id', '=', id)
          .where('author', '=', me)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new Fault('NO_AUTH');
        await quotas.enforce([{ key: `momentChange/${me}`, limit: limits.momentChangesPerHour }], tx);
        if (pictures) await replacePictures(tx, me, id, pictures);
      });
    },

    /** Deletes a moment with its likes and comments. A missing moment, or somebody else's, is ignored. */
    async remove(me: string, id: string): Promise<void> {
      await db.deleteFrom('blog').where('id', '=', id).where('author', '=', me).execute();
    },
  };
}
