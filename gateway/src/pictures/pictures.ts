// People's own public pictures: stored by digest, counted per person and day, removed when no field refers to them.
import { createHash } from 'node:crypto';
import { Fault } from '@amber/proto/faults';
import { digestOf, picturePath, pictureSizes, type PictureSize } from '@amber/proto/publicPictures';
import type { FileStore } from '../files/fileStore.ts';
import type { Uploads } from '../files/uploads.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Db } from '../db/store.ts';
import { allowIdleTransaction } from '../db/allowIdleTransaction.ts';
import type { Decoder } from './decoder.ts';

interface PicturesPorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits'> {
  uploads: Pick<Uploads, 'charge'>;
  decoder: Pick<Decoder, 'decode'>;
  fileStore: Pick<FileStore, 'put' | 'remove'>;
}

export type Pictures = ReturnType<typeof createPictures>;

/** After this many failures the store counts as down, and the next sweep retries. */
const failuresPerSweep = 3;

/** The name of one size in the file store. */
export const objectKeyOf = (digest: string, size: PictureSize): string => `pictures/${digest}/${size}.webp`;

function digestOfSizes(sizes: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const bytes of sizes) hash.update(`${bytes.length}/`).update(bytes);
  return hash.digest('hex');
}

export function createPictures({ db, clock, limits, uploads, decoder, fileStore }: PicturesPorts) {
  /** The row is inserted before the bytes are stored, so that the sweep finds them after any crash. */
  async function claim(identifier: string, digest: string): Promise<boolean> {
    const now = clock();
    return db.transaction().execute(async (tx) => {
      const { stored } = await tx
        .insertInto('picture')
        .values({ digest, created_at: now, unused_since: now })
        .onConflict((on) =>
          on.column('digest').doUpdateSet((of) => ({
            unused_since: of.case().when('picture.uses', '=', 0).then(now).else(null).end(),
          })),
        )
        .returning('stored')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('picture_upload')
        .values({ digest, identifier, uploaded_at: now })
        .onConflict((on) => on.doNothing())
        .execute();
      return stored;
    });
  }

  return {
    /**
     * Stores a picture in all sizes and returns its path, which this person may then use in a field. A picture that
     * stays
     * unused is removed after a while. The same picture has the same path.
     * @throws Fault PICTURE_FORMAT, PICTURE_TOO_BIG, PICTURE_BROKEN, UPLOADS_FULL, UNAVAILABLE.
     */
    async add(identifier: string, bytes: Uint8Array): Promise<string> {
      // The quota is charged before the work, so that rejected pictures count too.
      if (!(await uploads.charge(identifier, bytes.length, 1))) throw new Fault('UPLOADS_FULL');
      const sizes = await decoder.decode(bytes);
      const digest = digestOfSizes(sizes);
      if (!(await claim(identifier, digest))) {
        for (const [index, size] of pictureSizes.entries())
          await fileStore.put(objectKeyOf(digest, size), sizes[index]!);
        await db.updateTable('picture').set({ stored: true }).where('digest', '=', digest).execute();
      }
      return picturePath(digest);
    },

    /**
     * Checks the value of a picture field: empty, the present one, a predefined one, or an upload of this person.
     * @throws Fault BAD_REQUEST
     */
    async check(
      within: Db,
      identifier: string,
      path: string,
      { current, predefined }: { current: string; predefined: readonly string[] },
    ): Promise<void> {
      if (path === '' || path === current || predefined.includes(path)) return;
      const digest = digestOf(path);
      const isOwn =
        digest !== null &&
        (await within
          .selectFrom('picture_upload')
          .innerJoin('picture', 'picture.digest', 'picture_upload.digest')
          .select('picture.digest')
          .where('picture_upload.identifier', '=', identifier)
          .where('picture.digest', '=', digest)
          .where('stored', '=', true)
          .executeTakeFirst());
      if (!isOwn) throw new Fault('BAD_REQUEST');
    },

    /**
     * Removes pictures that no field has referred to for a while. @throws the store's first failure, after trying the
     * others.
     */
    async dropUnused(): Promise<void> {
      await db
        .updateTable('picture')
        .set({ unused_since: clock() })
        .where('uses', '=', 0)
        .where('unused_since', 'is', null)
        .execute();
      const failures = new Map<string, unknown>();
      /** One picture at a time, because its row is locked while the store removes it. */
      const dropNext = () =>
        db.transaction().execute(async (tx) => {
          await allowIdleTransaction(tx, limits);
          const next = await tx
            .selectFrom('picture')
            .select('digest')
            .where('uses', '=', 0)
            .where('unused_since', '<=', clock() - limits.unusedPictureRetention)
            .where('digest', 'not in', [...failures.keys(), ''])
            .orderBy('unused_since')
            .limit(1)
            .forUpdate()
            .skipLocked()
            .executeTakeFirst();
          if (!next) return false;
          try {
            for (const size of pictureSizes) await fileStore.remove(objectKeyOf(next.digest, size));
          } catch (error) {
            failures.set(next.digest, error);
            return true;
          }
          await tx.deleteFrom('picture').where('digest', '=', next.digest).execute();
          return true;
        });
      while (failures.size < failuresPerSweep && (await dropNext()));
      if (failures.size > 0) throw failures.values().next().value;
    },
  };
}
