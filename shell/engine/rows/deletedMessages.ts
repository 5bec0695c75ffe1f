// The messages that the person has deleted on this device. Whatever arrives for them later must not bring them back.
import type { AccountDb } from '@amber/client/db';
import { deleteIdentityRows, getIdentityRows, identityRow, listIdentityRows } from '../keys/identityRows.ts';

/** The functions below must be called inside a transaction that holds `identity`. */
export const putDeleted = async (db: AccountDb, conversationId: string, ids: readonly string[]): Promise<void> =>
  void (await db.identity.bulkPut(ids.map((id) => identityRow('deleted:', { conversationId }, id))));

/** Returns those of these messages that were deleted in this conversation. */
export async function deletedAmong(
  db: AccountDb,
  conversationId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await getIdentityRows(db, 'deleted:', ids);
  return new Set(ids.filter((_, index) => rows[index]?.conversationId === conversationId));
}

/** Forgets the deleted messages of a conversation that is deleted itself. */
export async function clearDeleted(db: AccountDb, conversationId: string): Promise<void> {
  const rows = (await listIdentityRows(db, 'deleted:')).filter((row) => row.conversationId === conversationId);
  await deleteIdentityRows(
    db,
    'deleted:',
    rows.map(({ key }) => key.slice('deleted:'.length)),
  );
}
