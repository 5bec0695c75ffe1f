// The accounts of this browser: their device ids and tokens, and which one is signed in.
import type { Session } from '@amber/client/bus';
import type { AccountRow, DeviceDb } from '@amber/client/db';
import { Fault } from '@amber/proto/faults';
import { BehaviorSubject } from 'rxjs';

export interface Accounts {
  /** The signed-in account, or null. */
  current$: BehaviorSubject<AccountRow | null>;
  /** Returns the signed-in account. @throws Fault SIGNED_OUT when there is none. */
  requireCurrent(): AccountRow;
  /** Restores the state of the last run. */
  load(): Promise<void>;
  /** Returns the account of this phone or wallet. A new one is saved with a device id that never changes. */
  findOrCreate(key: string): Promise<AccountRow>;
  /** Returns this person's device id in this browser, however they sign in; undefined for a new person. */
  deviceOf(identifier: string): Promise<string | undefined>;
  /** Whether this person has signed in here, and this browser should have their data. */
  hasData(identifier: string): Promise<boolean>;
  /** Records that this wallet or phone also identifies the account of this device. */
  addIdentity(key: string, deviceId: string): Promise<void>;
  /** Makes this the signed-in account. */
  signIn(account: AccountRow): Promise<void>;
  /** Changes the stored data of an account, whether or not it is still signed in. */
  update(key: string, change: Partial<Omit<AccountRow, 'key' | 'deviceId' | 'current'>>): Promise<void>;
  /** Signs out; the device id stays for the next sign-in. */
  signOut(): Promise<void>;
  /** Marks all data of this person for removal. After a crash the next start finds the mark with `markedForWipe`. */
  markForWipe(identifier: string): Promise<void>;
  markedForWipe(): Promise<string[]>;
  /** Removes a person's accounts, however they signed in. */
  remove(identifier: string): Promise<void>;
}

export function createAccounts(db: DeviceDb): Accounts {
  const current$ = new BehaviorSubject<AccountRow | null>(null);
  const createRow = (key: string, deviceId: string): AccountRow => ({
    key,
    deviceId,
    token: '',
    refreshToken: '',
    identifier: '',
    lastName: '',
    avatar: '',
    newDevice: true,
  });

  return {
    current$,
    requireCurrent() {
      if (!current$.value) throw new Fault('SIGNED_OUT');
      return current$.value;
    },
    async load() {
      current$.next((await db.accounts.where('current').equals(1).first()) ?? null);
    },
    findOrCreate: (key) =>
      db.transaction('rw', db.accounts, async () => {
        const existing = await db.accounts.get(key);
        if (existing) return existing;
        const account = createRow(key, crypto.randomUUID());
        await db.accounts.add(account);
        return account;
      }),
    async deviceOf(identifier) {
      const rows = await db.accounts.where({ identifier }).toArray();
      return (rows.find(({ stored }) => stored) ?? rows[0])?.deviceId;
    },
    async hasData(identifier) {
      const rows = identifier === '' ? [] : await db.accounts.where({ identifier }).toArray();
      return rows.some(({ stored }) => stored);
    },
    async addIdentity(key, deviceId) {
      await db.accounts.put(createRow(key, deviceId));
    },
    signIn: (account) =>
      db
        .transaction('rw', db.accounts, async () => {
          await db.accounts.toCollection().modify((other) => {
            delete other.current;
          });
          await db.accounts.put({ ...account, current: 1 });
        })
        .then(() => current$.next({ ...account, current: 1 })),
    async update(key, change) {
      await db.accounts.update(key, change);
      if (current$.value?.key === key) current$.next({ ...current$.value, ...change });
    },
    async signOut() {
      if (!current$.value) return;
      await db.accounts.where({ key: current$.value.key }).modify((account) => {
        Object.assign(account, { token: '', refreshToken: '' });
        delete account.current;
      });
      current$.next(null);
    },
    markForWipe: (identifier) =>
      db.transaction('rw', db.accounts, async () => {
        const rows = await db.accounts.where({ identifier }).toArray();
        await db.accounts.bulkPut(
          rows.map((row) => ({ ...row, token: '', refreshToken: '', lastName: '', avatar: '', wiping: 1 as const })),
        );
      }),
    markedForWipe: async () => [
      ...new Set(
        (await db.accounts.filter(({ wiping }) => wiping === 1).toArray()).map(({ identifier }) => identifier),
      ),
    ],
    async remove(identifier) {
      await db.accounts.where({ identifier }).delete();
    },
  };
}

/** Returns the part of the account that pages may know, which is everything but its tokens. */
export const toSession = (account: AccountRow): Session => ({
  identifier: account.identifier,
  avatar: account.avatar,
  lastName: account.lastName,
  deviceId: account.deviceId,
  newDevice: account.newDevice,
  ...(account.name && { name: account.name }),
  ...(account.keepsData && { keepsData: true }),
});
