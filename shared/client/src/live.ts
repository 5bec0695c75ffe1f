// Live queries of the local database for components.
import { liveQuery, type Table } from 'dexie';
import { useEffect, useState } from 'react';
import { from, map, type Observable, of, shareReplay, switchMap } from 'rxjs';
import type { AccountDb } from './db.ts';
import { hostDb } from './hostDb.ts';
import { isMomentKey } from './momentKeys.ts';
import type { AccountRows, ConversationRow, MomentRows } from './rows.ts';
import { session$ } from './session.ts';

/** @throws RangeError for a key that is not one of moments: the table holds this device's keys too */
function checkMomentKey(key: string): string {
  if (!isMomentKey(key)) throw new RangeError('Only rows of moments are read here');
  return key;
}

/** The tables that screens read, and no others. */
function rowsOf(db: AccountDb): AccountRows {
  const {
    spaces,
    conversations,
    members,
    messages,
    changes,
    files,
    contacts,
    applies,
    bots,
    drafts,
    cursors,
    identity,
  } = db;
  return Object.freeze<AccountRows>({
    spaces,
    conversations,
    members,
    messages,
    changes,
    files,
    contacts,
    applies,
    bots,
    drafts,
    cursors,
    identity: Object.freeze<MomentRows>({
      get: async (key) => identity.get(checkMomentKey(key)),
      where: () => ({ startsWith: (prefix) => identity.where('key').startsWith(checkMomentKey(prefix)) }),
    }),
    transaction: (mode, one, other, read) => db.transaction(mode, [one as Table, other as Table], read),
  });
}

const rowsByDb = new WeakMap<AccountDb, AccountRows>();

/** Returns what screens read of the signed-in account's database; null without a session. */
export function accountDb(): AccountRows | null {
  const db = hostDb();
  if (!db) return null;
  const rows = rowsByDb.get(db) ?? rowsOf(db);
  rowsByDb.set(db, rows);
  return rows;
}

export type LiveResult<Rows> =
  | { status: 'loading' }
  | { status: 'ready'; rows: Rows }
  | { status: 'error'; cause: unknown };

/** Subscribes to the observable while the component is mounted; null means that there is no value yet. */
function useObservable<Rows>(
  createObservable: () => Observable<{ rows: Rows } | null>,
  deps: readonly unknown[],
): LiveResult<Rows> {
  const [live, setLive] = useState<LiveResult<Rows>>({ status: 'loading' });
  useEffect(() => {
    const subscription = createObservable().subscribe({
      next: (result) => result && setLive({ status: 'ready', rows: result.rows }),
      error: (cause: unknown) => setLive({ status: 'error', cause }),
    });
    return () => subscription.unsubscribe();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a query is a new function at every render; deps say what it depends on
  }, deps);
  return live;
}

/**
 * Returns the result of a query, which runs again whenever a row that it has read changes, in any tab or worker. A
 * query must not use `.count()`: that would run again for every write to the table.
 */
export const useLive = <Rows>(query: (db: AccountRows) => Promise<Rows>, deps: readonly unknown[]): LiveResult<Rows> =>
  useObservable(
    () =>
      from(
        liveQuery(async () => {
          const db = accountDb();
          return db && { rows: await query(db) };
        }),
      ),
    deps,
  );

/** Returns a query's results outside of a component; `signedOutValue` without a session. */
export function live$<Rows>(query: (db: AccountRows) => Promise<Rows>, signedOutValue: Rows): Observable<Rows> {
  return session$.pipe(
    switchMap((session) => {
      if (!session) return of(signedOutValue);
      return from(
        liveQuery(async () => {
          const db = accountDb();
          return db ? query(db) : signedOutValue;
        }),
      );
    }),
  );
}

const noConversations: readonly ConversationRow[] = [];

/**
 * All conversations on this device. Lists, badges and sums are derived from them: each message changes one, and a query
 * for each of the derived values would delay the message itself.
 */
export const conversations$: Observable<readonly ConversationRow[]> = live$(
  (db) => db.conversations.toArray(),
  noConversations,
).pipe(shareReplay({ bufferSize: 1, refCount: true }));

/** Returns all conversations in a component. */
export const useConversations = (): LiveResult<readonly ConversationRow[]> =>
  useObservable(() => conversations$.pipe(map((rows) => ({ rows }))), []);

const noRemarks: ReadonlyMap<string, string> = new Map();

/** Returns the account's own names for people, by identifier; people without such a name are absent. */
export function useRemarks(): ReadonlyMap<string, string> {
  const live = useLive(async (db) => {
    const contacts = await db.contacts.filter(({ remarkName }) => remarkName !== '').toArray();
    return new Map(contacts.map(({ identifier, remarkName }) => [identifier, remarkName]));
  }, []);
  return live.status === 'ready' ? live.rows : noRemarks;
}
