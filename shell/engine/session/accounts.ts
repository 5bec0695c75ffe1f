// The accounts of this browser: device ids, tokens, and which one is signed in.
import type { Session } from '@amber/client/bus';
import type { AccountRow, DeviceDb } from '@amber/client/db';
import { Fault } from '@amber/proto/faults';
import { BehaviorSubject } from 'rxjs';

export interface Accounts {
  /** The signed-in account; null when nobody is. */
  current$: BehaviorSubject<AccountRow | null>;
  /** The same where there must be one. @throws Fault SIGNED_OUT */
  requireCurrent(): AccountRow;
  /** Reads the state of the last run. */
  load(): Promise<void>;
  /** The account of this phone or wallet, saved when it is new: its device id is generated once and kept. */
  findOrCreate(key: string): Promise<AccountRow>;
  /** This person's device here, however they sign in; undefined for a new person. */
  deviceOf(identifier: string): Promise<string | undefined>;
  /** This wallet or phone is also an identity of that device. */
  addIdentity(key: string, deviceId: string): Promise<void>;
  /** Makes this the signed-in account, with what is known of it. */
  signIn(account: AccountRow): Promise<void>;
  /** Changes the stored data of an account, whether or not it is still the one that is signed in. */
  update(key: string, change: Partial<Omit<AccountRow, 'key' | 'deviceId' | 'current'>>): Promise<void>;
  /** Signs out; the device id is kept for the next time. */
  signOut(): Promise<void>;
  /** Marks all data of this person for removal. After a crash the next start finds them in `condemned`. */
  markForWipe(identifier: string): Promise<void>;
  markedForWipe(): Promise<string[]>;
  /** Forgets a person, however they signed in. */
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

/** The part of the account that pages may know: all but its tokens. */
export const toSession = (account: AccountRow): Session => ({
  identifier: account.identifier,
  avatar: account.avatar,
  lastName: account.lastName,
  deviceId: account.deviceId,
  newDevice: account.newDevice,
  ...(account.name && { name: account.name }),
  ...(account.keepsData && { keepsData: true }),
});
