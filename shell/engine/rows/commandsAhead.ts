// Commands of this device that the gateway has placed beyond a gap: kept until the rows before them are here.
import type { AccountDb } from '@amber/client/db';
import type { Content, Device, Row } from '@amber/proto';
import { isSameDevice } from './messageOfRow.ts';

/** In the table of this device's keys; builds before this one pass over it. */
interface CommandAheadRow {
  key: string;
  content: Content;
}

const keyOf = (id: string): string => `ahead:${id}`;

/** Its row comes without a content. Must be called inside a transaction that holds `identity`. */
export const saveCommandAhead = async (db: AccountDb, id: string, content: Content): Promise<void> =>
  void (await db.identity.put({ key: keyOf(id), content } as CommandAheadRow));

/** What was noted for these rows, and is not needed after them. Must be called inside such a transaction. */
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
