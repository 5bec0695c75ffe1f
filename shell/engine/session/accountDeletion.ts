// The deletion of this account: its date as the gateway last announced it, and the calls that request and cancel it.
import type { AccountDb } from '@amber/client/db';
import type { Api } from '@amber/proto';

/** In the table of this device's keys. Earlier builds ignore it. */
const deletionKey = 'deletion';

interface DeletionRow {
  key: typeof deletionKey;
  /** When the account is deleted, in milliseconds since 1970. */
  at: number;
}

/** The latest time that a date can hold. */
const lastTime = 8.64e15;

/**
 * Stores the announced date; 0, or one that is no date, means that the account stays. Must be called inside a transaction
 * that holds `identity`.
 */
export async function putDeletion(db: AccountDb, at: number): Promise<void> {
  const row: DeletionRow = { key: deletionKey, at };
  await (at > 0 && at <= lastTime ? db.identity.put(row) : db.identity.delete(deletionKey));
}

/** When this account is deleted; 0: it stays. */
const readDeletion = async (db: AccountDb): Promise<number> =>
  ((await db.identity.get(deletionKey)) as DeletionRow | undefined)?.at ?? 0;

export interface AccountDeletion {
  /** Publishes what is stored. */
  publish(): Promise<void>;
  /** @throws Fault NO_AUTH; TOO_MANY */
  request(confirm: string): Promise<{ deletesAt: number }>;
  /** @throws Fault NO_AUTH; ACCOUNT_DELETED when it is too late. */
  cancel(): Promise<void>;
}

interface DeletionPorts {
  db: AccountDb;
  api: Pick<Api, 'user'>;
  /** Fetches the notices that a call has caused. Does not fail: what is not fetched now is fetched later. */
  catchUp(): Promise<void>;
  /** Tells pages the date. */
  onDate(deletesAt: number): void;
}

export const createAccountDeletion = ({ db, api, catchUp, onDate }: DeletionPorts): AccountDeletion => ({
  publish: async () => onDate(await readDeletion(db)),
  // The date comes from the notice alone: an answer may arrive after the notice of a later cancellation.
  async request(confirm) {
    const { deletesAt } = await api.user.deleteAccount({ confirm });
    await catchUp();
    return { deletesAt };
  },
  async cancel() {
    await api.user.cancelDeletion({});
    // Without a notice where the gateway knows of no deletion: it was restored from a backup.
    await db.transaction('rw', db.identity, () => putDeletion(db, 0));
    onDate(0);
    await catchUp();
  },
});
