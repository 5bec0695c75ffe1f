// Handles an exceeded storage quota: frees space, and says when there is none left.
import type { AccountDb } from '@amber/client/db';
import { Fault } from '@amber/proto/faults';
import { Dexie } from 'dexie';

/** Whether a write failed because the quota is exceeded. The reason may be nested in another error. */
export function isQuotaError(thrown: unknown): boolean {
  const { name, inner, cause, failures } = (thrown ?? {}) as {
    name?: string;
    inner?: unknown;
    cause?: unknown;
    failures?: unknown[];
  };
  return (
    name === 'QuotaExceededError' ||
    [inner, cause, ...(failures ?? [])].some((one) => one !== undefined && one !== thrown && isQuotaError(one))
  );
}

/**
 * Makes every transaction of this database free space and retry once, if the quota is exceeded. If the retry fails too,
 * the transaction throws Fault STORAGE. `onFullChange` is called when there is no space left, and when there is again.
 */
export function evictOnQuotaError(db: AccountDb, onFullChange: (isFull: boolean) => void): void {
  const transaction = db.transaction.bind(db) as AccountDb['transaction'];
  const runTransaction = transaction as unknown as (...args: unknown[]) => PromiseLike<unknown>;
  let isFull = false;
  const setFull = (now: boolean) => {
    if (now !== isFull) onFullChange((isFull = now));
  };
  let evicting: Promise<void> | undefined;
  const evictOnce = () =>
    (evicting ??= import(/* webpackChunkName: "maintenance" */ './evict.ts')
      // If its code cannot be loaded, the retry fails.
      .then(
        ({ evict }) => evict(db, transaction),
        () => {},
      )
      .finally(() => {
        evicting = undefined;
      }));

  const withEviction = async (...args: unknown[]): Promise<unknown> => {
    try {
      const result = await runTransaction(...args);
      if (args[0] !== 'r') setFull(false);
      return result;
    } catch (thrown) {
      if (!isQuotaError(thrown)) throw thrown;
      try {
        await evictOnce();
        return await runTransaction(...args);
      } catch (retryError) {
        if (!isQuotaError(retryError)) throw retryError;
        setFull(true);
        throw new Fault('STORAGE', { cause: retryError });
      }
    }
  };
  // A nested transaction belongs to the outer one and fails with it.
  db.transaction = ((...args: unknown[]) =>
    Dexie.currentTransaction ? runTransaction(...args) : withEviction(...args)) as typeof db.transaction;
}
