// The signed-in account's database, opened once per page; features see what live.ts gives them of it.
import { type AccountDb, openAccountDb } from './db.ts';
import { session$ } from './session.ts';

let opened: { identifier: string; db: AccountDb } | undefined;

/** The connection closes at sign-out: it would block the removal of the database. */
session$.subscribe((session) => {
  if (!opened || opened.identifier === session?.identifier) return;
  opened.db.close();
  opened = undefined;
});

/** Returns the signed-in account's database, for reading; null without a session. */
export function hostDb(): AccountDb | null {
  const identifier = session$.value?.identifier;
  if (!identifier) return null;
  if (opened?.identifier !== identifier) {
    opened?.db.close();
    opened = { identifier, db: openAccountDb(identifier) };
  }
  return opened.db;
}
