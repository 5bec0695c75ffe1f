// Own commands whose assigned position is beyond a gap: stored until the rows before them have arrived.
import type { AccountDb } from '@amber/client/db';
import type { Content, Device, Row } from '@amber/proto';
import { isSameDevice } from './messageOfRow.ts';

/** A row of the table `identity`. Earlier builds ignore it. */
interface CommandAheadRow {
  key: string;
  content: Content;
}

const keyOf = (id: string): string => `ahead:${id}`;

/**
 * The content is stored because the command's row will arrive without one. Must be called inside a transaction that
 * holds `identity`.
 */
export const saveCommandAhead = async (db: AccountDb, id: string, content: Content): Promise<void> =>
  void (await db.identity.put({ key: keyOf(id), content } as CommandAheadRow));

/**
 * Returns and deletes the stored commands of these rows, by id. Must be called inside a transaction that holds
 * `identity`.
 */
export async function takeCommandsAhead(
  db: AccountDb,
  rows: readonly Row[],
  me: Device,
): Promise<Map<string, Content>> {
  const own = rows.flatMap(({ id, sender }) => (isSameDevice(sender, me) ? [keyOf(id)] : []));
  const stored = own.length > 0 ? ((await db.identity.bulkGet(own)) as (CommandAheadRow | undefined)[]) : [];
  const found = stored.flatMap((row) => row ?? []);
  if (found.length > 0) await db.identity.bulkDelete(found.map(({ key }) => key));
  return new Map(found.map(({ content }) => [content.id, content]));
}
