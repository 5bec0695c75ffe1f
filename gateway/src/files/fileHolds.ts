// Reference counts of files: a file that nobody has held for a while is removed from the store.
import { Fault } from '@amber/proto/faults';
import { sql } from 'kysely';
import type { FileStore } from './fileStore.ts';
import { partMin } from './ownStore/parts.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Transaction } from '../db/store.ts';
import { allowIdleTransaction } from '../db/allowIdleTransaction.ts';
import { type Uploads, uploadBudget } from './uploads.ts';

interface FileHoldsPorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits' | 'quotas'> {
  fileStore: Pick<FileStore, 'sizeOf' | 'remove'>;
  uploads: Pick<Uploads, 'charge'>;
}

/** After this many failures the store counts as down, and the next sweep retries. */
const failuresPerSweep = 3;

/** Passes all keys as one parameter. */
const anyKey = (keys: readonly string[]) => sql<string>`any(${keys})`;

/** Locks a file's row before changing its holders, always in the same order, so that no two deadlock. */
const lockUploads = (tx: Transaction, keys: readonly string[]) =>
  tx.selectFrom('upload').select('key').where('key', '=', anyKey(keys)).orderBy('key').forUpdate().execute();

async function removeHolds(tx: Transaction, identifier: string, keys: readonly string[], now: number): Promise<void> {
  if (keys.length === 0) return;
  await lockUploads(tx, keys);
  const mine = await tx
    .deleteFrom('file_hold')
    .where('identifier', '=', identifier)
    .where('key', '=', anyKey(keys))
    .returning('key')
    .execute();
  if (mine.length === 0) return;
  await tx
    .updateTable('upload')
    .set({ released_at: now })
    .where('key', '=', anyKey(mine.map(({ key }) => key)))
    .where(sql<boolean>`not exists (select from file_hold where file_hold.key = upload.key)`)
    .execute();
}

/** Releases all of a person's holds. Call it in the transaction that deletes the account. */
export async function releaseAllHolds(tx: Transaction, identifier: string, now: number): Promise<void> {
  const held = await tx.selectFrom('file_hold').select('key').where('identifier', '=', identifier).execute();
  await removeHolds(
    tx,
    identifier,
    held.map(({ key }) => key),
    now,
  );
}

export function createFileHolds({ db, clock, limits, fileStore, uploads, quotas }: FileHoldsPorts) {
  /** Returns the keys that the person did not hold before. */
  const addHolds = (identifier: string, keys: readonly string[]): Promise<string[]> =>
    db.transaction().execute(async (tx) => {
      const existing = (await lockUploads(tx, keys)).map(({ key }) => key);
      if (existing.length === 0) return [];
      const added = await tx
        .insertInto('file_hold')
        .values(existing.map((key) => ({ key, identifier })))
        .onConflict((on) => on.doNothing())
        .returning('key')
        .execute();
      await tx.updateTable('upload').set({ released_at: null }).where('key', '=', anyKey(existing)).execute();
      return added.map(({ key }) => key);
    });

  const release = (identifier: string, names: readonly string[]): Promise<void> =>
    db.transaction().execute((tx) => removeHolds(tx, identifier, names, clock()));

  return {
    /**
     * Makes a person hold other people's files, so that they are not removed. This counts like an upload, so that
     * sharing does not
     * bypass the quota. Returns the names that are not in the store.
     * @throws Fault TOO_MANY, UPLOADS_FULL, UNAVAILABLE: then nothing new is held.
     */
    async hold(identifier: string, names: readonly string[]): Promise<string[]> {
      const unique = [...new Set(names)];
      if (unique.length === 0) return [];
      await quotas.enforce(unique.map(() => uploadBudget(identifier, limits)));
      // The hold is added before the lookup, so that no sweep removes the file in between.
      const added = await addHolds(identifier, unique);
      try {
        const sizes = new Map(
          await Promise.all(unique.map(async (name) => [name, await fileStore.sizeOf(name)] as const)),
        );
        const missing = unique.filter((name) => sizes.get(name) === null);
        const bytes = added
          .filter((name) => !missing.includes(name))
          .reduce((sum, name) => sum + Math.max(sizes.get(name)!, partMin), 0);
        if (bytes > 0 && !(await uploads.charge(identifier, bytes))) throw new Fault('UPLOADS_FULL');
        await release(
          identifier,
          added.filter((name) => missing.includes(name)),
        );
        return missing;
      } catch (error) {
        await release(identifier, added);
        throw error;
      }
    },

    /** Releases a person's own holds; ignores names the person does not hold. */
    release,

    /** Removes files nobody has held for a while. @throws the store's first failure, after trying the others. */
    async dropReleased(): Promise<void> {
      const failures = new Map<string, unknown>();
      /** One file at a time, because its row is locked while the store removes it. */
      const dropNext = () =>
        db.transaction().execute(async (tx) => {
          await allowIdleTransaction(tx, limits);
          const next = await tx
            .selectFrom('upload')
            .select('key')
            .where('released_at', '<=', clock() - limits.releasedFileRetention)
            .where('key', 'not in', [...failures.keys(), ''])
            .orderBy('released_at')
            .limit(1)
            .forUpdate()
            .skipLocked()
            .executeTakeFirst();
          if (!next) return false;
          try {
            await fileStore.remove(next.key);
          } catch (error) {
            failures.set(next.key, error);
            return true;
          }
          await tx.deleteFrom('upload').where('key', '=', next.key).execute();
          return true;
        });
      while (failures.size < failuresPerSweep && (await dropNext()));
      if (failures.size > 0) throw failures.values().next().value;
    },
  };
}
