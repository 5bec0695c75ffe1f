// The queue of people with a newly trusted device, whose earlier messages can now be decrypted.
import type { AccountDb } from '@amber/client/db';

/** A row of the table `identity`. Earlier builds ignore it. */
export interface DecryptionRetryRow {
  key: string;
  /** It changes when the same person is queued again meanwhile. */
  serial: string;
}

const retryPrefix = 'reopen:';
/** The key of the queue row for this person. */
export const retryKey = (identifier: string): string => `${retryPrefix}${identifier}`;

/** Queues a person with a newly trusted device. Must be called inside the transaction that stores the device's key. */
export const enqueueDecryptionRetry = async (db: AccountDb, identifier: string): Promise<void> =>
  void (await db.identity.put({ key: retryKey(identifier), serial: crypto.randomUUID() } as DecryptionRetryRow));

/** Returns the people in the queue. */
export const pendingDecryptionRetries = async (db: AccountDb): Promise<string[]> =>
  ((await db.identity.where('key').startsWith(retryPrefix).primaryKeys()) as string[]).map((key) =>
    key.slice(retryPrefix.length),
  );
