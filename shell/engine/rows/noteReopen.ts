// Notes, with the key of a device that is trusted from now on, that its earlier messages can be opened.
import type { AccountDb } from '@amber/client/db';

/** In the table of this device's keys; builds before this one pass over it. */
export interface ToReopen {
  key: string;
  /** Another one when it is noted again meanwhile. */
  serial: string;
}

const prefix = 'reopen:';
/** The key of such a row. */
export const reopenKey = (identifier: string): string => `${prefix}${identifier}`;

/** A device of this person is trusted from now on. Must be called inside the transaction that stores its key. */
export const noteReopen = async (db: AccountDb, identifier: string): Promise<void> =>
  void (await db.identity.put({ key: reopenKey(identifier), serial: crypto.randomUUID() } as ToReopen));

/** The people of whom it is noted. */
export const toReopen = async (db: AccountDb): Promise<string[]> =>
  ((await db.identity.where('key').startsWith(prefix).primaryKeys()) as string[]).map((key) =>
    key.slice(prefix.length),
  );
