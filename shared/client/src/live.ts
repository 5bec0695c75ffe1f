// Rows of the local database in a component, always as they are now.
import { liveQuery } from 'dexie';
import { useEffect, useState } from 'react';
import { from, type Observable, of, switchMap } from 'rxjs';
import { type AccountDb, openAccountDb } from './db.ts';
import { session$ } from './session.ts';

let opened: { identifier: string; db: AccountDb } | undefined;

/** Whoever signs out may want it removed, which an open connection would put off. */
session$.subscribe((session) => {
  if (!opened || opened.identifier === session?.identifier) return;
  opened.db.close();
  opened = undefined;
});

/** The signed-in account's database, for reading. Null when nobody is signed in. */
export function accountDb(): AccountDb | null {
  const identifier = session$.value?.identifier;
  if (!identifier) return null;
  if (opened?.identifier !== identifier) {
    opened?.db.close();
    opened = { identifier, db: openAccountDb(identifier) };
  }
  return opened.db;
}

export type Live<Rows> = { status: 'loading' } | { status: 'ready'; rows: Rows } | { status: 'error'; cause: unknown };

/**
 * The result of a query, run again whenever a row it has read changes, in whichever tab or worker.
 * Never `.count()` in it: that runs again for every write to the table.
 */
export function useLive<Rows>(query: (db: AccountDb) => Promise<Rows>, deps: readonly unknown[]): Live<Rows> {
  const [live, setLive] = useState<Live<Rows>>({ status: 'loading' });
  useEffect(() => {
    const subscription = liveQuery(async () => {
      const db = accountDb();
      return db && { rows: await query(db) };
    }).subscribe({
      next: (found) => found && setLive({ status: 'ready', rows: found.rows }),
      error: (cause: unknown) => setLive({ status: 'error', cause }),
    });
    return () => subscription.unsubscribe();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a query is a new function at every render; deps say what it depends on
  }, deps);
  return live;
}

/** The same outside a component: a query's result over time, `none` while nobody is signed in. */
export function live$<Rows>(query: (db: AccountDb) => Promise<Rows>, none: Rows): Observable<Rows> {
  return session$.pipe(switchMap((session) => {
    if (!session) return of(none);
    return from(liveQuery(async () => {
      const db = accountDb();
      return db ? query(db) : none;
    }));
  }));
}

const noRemarks: ReadonlyMap<string, string> = new Map();

/** How I call people, by their identifiers; who is not in it goes by the name of their own. */
export function useRemarks(): ReadonlyMap<string, string> {
  const live = useLive(async (db) => {
    const called = await db.contacts.filter(({ remarkName }) => remarkName !== '').toArray();
    return new Map(called.map(({ identifier, remarkName }) => [identifier, remarkName]));
  }, []);
  return live.status === 'ready' ? live.rows : noRemarks;
}
