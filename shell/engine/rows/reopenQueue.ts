// The queue of people with a newly trusted device, whose earlier messages can now be decrypted.
import type { AccountDb } from '@amber/client/db';

/** A row of the table `identity`. Earlier builds ignore it. */
export interface ReopenRow {
  key: string;
  /** It changes when the same person is queued again meanwhile. */
  serial: string;
}

const reopenPrefix = 'reopen:';
/** The key of the queue row for this person. */
export const reopenKey = (identifier: string): string => `${reopenPrefix}${identifier}`;

/** Queues a person with a newly trusted device. Must be called inside the transaction that stores the device's key. */
export const enqueueReopen = async (db: AccountDb, identifier: string): Promise<void> =>
  void (await db.identity.put({ key: reopenKey(identifier), serial: crypto.randomUUID() } as ReopenRow));

/** Returns the people in the queue. */
export const pendingReopens = async (db: AccountDb): Promise<string[]> =>
  ((await db.identity.where('key').startsWith(reopenPrefix).primaryKeys()) as string[]).map((key) =>
    key.slice(reopenPrefix.length),
  );
