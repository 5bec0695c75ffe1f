// The accounts of this browser: device ids, tokens, and which one is signed in.
import type { Session } from '@amber/client/bus';
import type { AccountRow, DeviceDb } from '@amber/client/db';
import { BehaviorSubject } from 'rxjs';

export interface Accounts {
  /** The signed-in account; null when nobody is. */
  current$: BehaviorSubject<AccountRow | null>;
  /** Reads what the last run has left. */
  load(): Promise<void>;
  /** The account of this phone or wallet: its device id is made once and stays. */
  find(key: string): Promise<AccountRow>;
  /** Makes this the signed-in account, with what is known of it. */
  signIn(account: AccountRow): Promise<void>;
  /** Changes what is known of the signed-in account. */
  update(change: Partial<Omit<AccountRow, 'key' | 'deviceId'>>): Promise<void>;
  /** Nobody is signed in any more; the device id stays for the next time. */
  signOut(): Promise<void>;
}

export function createAccounts(db: DeviceDb): Accounts {
  const current$ = new BehaviorSubject<AccountRow | null>(null);

  async function save(account: AccountRow): Promise<void> {
    await db.accounts.put(account);
    current$.next(account.current ? account : null);
  }

  return {
    current$,
    async load() {
      current$.next((await db.accounts.where('current').equals(1).first()) ?? null);
    },
    async find(key) {
      return (await db.accounts.get(key)) ?? {
        key,
        deviceId: crypto.randomUUID(),
        token: '',
        refreshToken: '',
        identifier: '',
        lastName: '',
        avatar: '',
        newDevice: true,
      };
    },
    signIn: (account) => db.transaction('rw', db.accounts, async () => {
      await db.accounts.toCollection().modify((other) => { delete other.current; });
      await db.accounts.put({ ...account, current: 1 });
    }).then(() => current$.next({ ...account, current: 1 })),
    async update(change) {
      if (current$.value) await save({ ...current$.value, ...change });
    },
    async signOut() {
      if (!current$.value) return;
      const { current, ...account } = current$.value;
      await save({ ...account, token: '', refreshToken: '' });
    },
  };
}

/** What pages may know of the account: all but its tokens. */
export const toSession = (account: AccountRow): Session => ({
  identifier: account.identifier,
  avatar: account.avatar,
  lastName: account.lastName,
  deviceId: account.deviceId,
  newDevice: account.newDevice,
});
