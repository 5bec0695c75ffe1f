// Own commands whose assigned position is beyond a gap: stored until the rows before them have arrived, because those
// arrive without the command's content.
import type { AccountDb } from '@amber/client/db';
import type { Content, Device, Row } from '@amber/proto';
import { deleteIdentityRows, getIdentityRows } from '../keys/identityRows.ts';
import { isSameDevice } from './messageOfRow.ts';

/**
 * Returns and deletes the stored commands of these rows, by id. Must be called inside a transaction that holds
 * `identity`.
 */
export async function takeCommandsAhead(
  db: AccountDb,
  rows: readonly Row[],
  me: Device,
): Promise<Map<string, Content>> {
  const own = rows.flatMap(({ id, sender }) => (isSameDevice(sender, me) ? id : []));
  const stored = own.length > 0 ? await getIdentityRows(db, 'ahead:', own) : [];
  const found = new Map(stored.flatMap((row) => (row ? [[row.content.id, row.content] as const] : [])));
  if (found.size > 0) await deleteIdentityRows(db, 'ahead:', [...found.keys()]);
  return found;
}
