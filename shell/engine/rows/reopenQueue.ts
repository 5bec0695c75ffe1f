// Notes, with the key of a device that is trusted from now on, that its earlier messages can be opened.
import type { AccountDb } from '@amber/client/db';

/** In the table of this device's keys; builds before this one pass over it. */
export interface ReopenRow {
  key: string;
  /** Another one when it is noted again meanwhile. */
  serial: string;
}

const reopenPrefix = 'reopen:';
/** The key of such a row. */
export const reopenKey = (identifier: string): string => `${reopenPrefix}${identifier}`;

/** A device of this person is trusted from now on. Must be called inside the transaction that stores its key. */
export const enqueueReopen = async (db: AccountDb, identifier: string): Promise<void> =>
  void (await db.identity.put({ key: reopenKey(identifier), serial: crypto.randomUUID() } as ReopenRow));

/** The people of whom it is noted. */
export const pendingReopens = async (db: AccountDb): Promise<string[]> =>
  ((await db.identity.where('key').startsWith(reopenPrefix).primaryKeys()) as string[]).map((key) =>
    key.slice(reopenPrefix.length),
  );
