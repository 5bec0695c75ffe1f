// The deletion of this account: the date that the gateway last announced, and the calls that request and cancel it.
import type { AccountDb } from '@amber/client/db';
import type { AccountContext } from '../kit/accountContext.ts';
import { deleteIdentityRow, getIdentityRow, putIdentityRow } from '../keys/identityRows.ts';

/** The latest time that a JavaScript Date can hold. */
const lastTime = 8.64e15;

/**
 * Stores the announced date. 0, or an invalid date, means that the account stays. Must be called inside a transaction
 * on `identity`.
 */
export async function putDeletion(db: AccountDb, at: number): Promise<void> {
  await (at > 0 && at <= lastTime ? putIdentityRow(db, 'deletion', { at }) : deleteIdentityRow(db, 'deletion'));
}

export interface AccountDeletion {
  /** Publishes the stored date, or 0 when the account stays. */
  publish(): Promise<void>;
  /** @throws Fault NO_AUTH; TOO_MANY */
  request(confirm: string): Promise<{ deletesAt: number }>;
  /** @throws Fault NO_AUTH; ACCOUNT_DELETED when it is too late. */
  cancel(): Promise<void>;
}

interface DeletionPorts extends Pick<AccountContext, 'db' | 'api'> {
  /** Fetches the notices that a call has caused. Does not fail: notices that are not fetched now are fetched later. */
  catchUp(): Promise<void>;
  /** Publishes the date to pages. */
  onDate(deletesAt: number): void;
}

export const createAccountDeletion = ({ db, api, catchUp, onDate }: DeletionPorts): AccountDeletion => ({
  publish: async () => onDate((await getIdentityRow(db, 'deletion'))?.at ?? 0),
  // The date is taken only from the notice, because an answer may arrive after the notice of a later cancellation.
  async request(confirm) {
    const { deletesAt } = await api.user.deleteAccount({ confirm });
    await catchUp();
    return { deletesAt };
  },
  async cancel() {
    await api.user.cancelDeletion({});
    // There is no notice when the gateway knows of no deletion, because it was restored from a backup.
    await db.transaction('rw', db.identity, () => putDeletion(db, 0));
    onDate(0);
    await catchUp();
  },
});
