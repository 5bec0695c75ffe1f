// The tables that a transaction holds while it stores rows or notices.
import type { AccountDb } from '@amber/client/db';

/** Returns every table that a row or a notice may write. */
export const rowTables = (db: AccountDb) => [
  db.messages,
  db.changes,
  db.files,
  db.spaces,
  db.conversations,
  db.members,
  db.cursors,
  db.outbox,
  db.drafts,
  db.contacts,
  db.bundles,
  db.bots,
  db.notices,
  db.identity,
];
