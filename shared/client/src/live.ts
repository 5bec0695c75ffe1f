// Rows of the local database in a component, always as they are now.
import { liveQuery } from 'dexie';
import { useEffect, useState } from 'react';
import { from, map, type Observable, of, shareReplay, switchMap } from 'rxjs';
import { type AccountDb, type ConversationRow, openAccountDb } from './db.ts';
import { session$ } from './session.ts';

let openedDb: { identifier: string; db: AccountDb } | undefined;

/** Whoever signs out may want it removed, which an open connection would put off. */
session$.subscribe((session) => {
  if (!openedDb || openedDb.identifier === session?.identifier) return;
  openedDb.db.close();
  openedDb = undefined;
});

/** The signed-in account's database, for reading. Null when no one is signed in. */
export function accountDb(): AccountDb | null {
  const identifier = session$.value?.identifier;
  if (!identifier) return null;
  if (openedDb?.identifier !== identifier) {
    openedDb?.db.close();
    openedDb = { identifier, db: openAccountDb(identifier) };
  }
  return openedDb.db;
}

export type LiveResult<Rows> =
  | { status: 'loading' }
  | { status: 'ready'; rows: Rows }
  | { status: 'error'; cause: unknown };

/** What `make` gives, followed while the component is mounted; null means nothing yet. */
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
 * The result of a query, run again whenever a row it has read changes, in whichever tab or worker.
 * Never `.count()` in it: that runs again for every write to the table.
 */
export const useLive = <Rows>(query: (db: AccountDb) => Promise<Rows>, deps: readonly unknown[]): LiveResult<Rows> =>
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

/** The same outside a component: a query's result over time, `none` while no one is signed in. */
export function live$<Rows>(query: (db: AccountDb) => Promise<Rows>, signedOutValue: Rows): Observable<Rows> {
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
 * All conversations of this device. Lists, badges and sums are made of it: each message changes one, and a query for
 * each of them would make the message itself wait.
 */
export const conversations$: Observable<readonly ConversationRow[]> = live$(
  (db) => db.conversations.toArray(),
  noConversations,
).pipe(shareReplay({ bufferSize: 1, refCount: true }));

/** The same in a component. */
export const useConversations = (): LiveResult<readonly ConversationRow[]> =>
  useObservable(() => conversations$.pipe(map((rows) => ({ rows }))), []);

const noRemarks: ReadonlyMap<string, string> = new Map();

/** How I call people, by their identifiers; who is not in it goes by the name of their own. */
export function useRemarks(): ReadonlyMap<string, string> {
  const live = useLive(async (db) => {
    const contacts = await db.contacts.filter(({ remarkName }) => remarkName !== '').toArray();
    return new Map(contacts.map(({ identifier, remarkName }) => [identifier, remarkName]));
  }, []);
  return live.status === 'ready' ? live.rows : noRemarks;
}
