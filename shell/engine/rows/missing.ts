// What an envelope names and this device does not have: noted, asked for, and told by a line when it does not come.
import type { AccountDb, ChangeRow, ConversationRow, MessageRow } from '@amber/client/db';
import type { Device, Row, Sealed } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { putSystemLine } from './systemLines.ts';
import { addressOf } from '../keys/tables.ts';
import type { UnreadableReason } from '@amber/proto/unreadable';

/** In the table of this device's keys; builds before this one pass over it. */
export interface MissingRow {
  key: string;
  id: string;
  conversationId: string;
  /** The device that has sent it. */
  sender: Device;
  /** When, by that device's clock. */
  at: number;
  /** Its place: right before the message that names it. */
  order: number;
  /** The id of that message's line, which tells of all that is missing before it. */
  line: string;
  noticedAt: number;
  /** When it was last asked for, and when the gateway had that request. */
  askedAt?: number;
  deliveredAt?: number;
}

const prefix = 'missing:';
const keyOf = (id: string): string => `${prefix}${id}`;

/** So many ids of each device are kept: an envelope names the last two. */
const receivedIdsMax = 4;
const withReceivedId = (ids: readonly string[] = [], id: string): string[] =>
  [...ids.filter((one) => one !== id), id].slice(-receivedIdsMax);
/** Between the places of what one message names. */
const orderStep = 2 ** -8;

/** A row that came, as far as it counts here. */
export interface Arrival {
  row: Row;
  /** Absent for the older form, and for what may not be trusted. */
  envelope?: Pick<Sealed, 'before' | 'beforeAt'> | undefined;
  /**
   * It is a message or a change that is here, or is shown as unreadable: a withheld copy or an open row in a sealed chat
   * fills no place.
   */
  isReceived: boolean;
}

const notReceivedReasons: ReadonlySet<UnreadableReason> = new Set(['withheld', 'sent_before_this_device']);

/** What envelopes name: not the commands by which devices ask each other. */
const isTracked = (cmdId: string): boolean => ['', 'withdraw', 'edit', 'reaction'].includes(cmdId);

interface RowState {
  cmdId?: string | undefined;
  aside?: unknown;
  fault?: UnreadableReason | undefined;
}

/** Whether what is in this state fills its place. */
export const isReceived = ({ cmdId = '', aside, fault }: RowState): boolean =>
  isTracked(cmdId) && !aside && !(fault && notReceivedReasons.has(fault));

const isStored = (conversationId: string, message: MessageRow | undefined, change: ChangeRow | undefined): boolean =>
  change?.conversationId === conversationId ||
  (message?.conversationId === conversationId &&
    (message.withdrawn !== undefined || isReceived({ aside: message.aside, fault: message.unreadable })));

/** All that is missing, or what is missing of these. */
export async function missingRows(db: AccountDb, ids?: readonly string[]): Promise<MissingRow[]> {
  const found = ids
    ? await db.identity.bulkGet(ids.map(keyOf))
    : await db.identity.where('key').startsWith(prefix).toArray();
  return found.filter((row) => row !== undefined) as MissingRow[];
}

export const putMissing = (db: AccountDb, rows: readonly MissingRow[]): Promise<unknown> =>
  db.identity.bulkPut([...rows]);

/**
 * Compares what envelopes name with what is here. Must be called inside the transaction that has written these rows,
 * which holds `identity`, `messages`, `changes` and `conversations`. True: there is something to ask for.
 */
export async function detectMissing(
  db: AccountDb,
  me: Device,
  conversation: ConversationRow,
  arrivals: readonly Arrival[],
  now: number,
): Promise<boolean> {
  const { conversionId: conversationId } = conversation;
  // As it is now: an answer among these rows may just have settled something.
  const had = new Map(Object.entries((await db.conversations.get(conversationId))?.had ?? {}));
  const receivedIds: string[] = [];
  const candidates: MissingRow[] = [];
  for (const { row, envelope, isReceived: isFilled } of arrivals) {
    const { sender } = row;
    if (!sender || (sender.identifier === me.identifier && sender.deviceId === me.deviceId)) continue;
    const address = addressOf(sender);
    const before = envelope?.before ?? [];
    for (const [index, id] of before.entries()) {
      const at = envelope?.beforeAt[index] ?? 0;
      // Builds without times named things that were not sealed for this device.
      if (now - at >= limits.gapWindow || had.get(address)?.includes(id)) continue;
      const order = row.seq - (before.length - index) * orderStep;
      candidates.push({
        key: keyOf(id),
        id,
        conversationId,
        sender,
        at,
        order,
        line: `missing ${row.id}`,
        noticedAt: now,
      });
    }
    if (!isFilled) continue;
    had.set(address, withReceivedId(had.get(address), row.id));
    receivedIds.push(row.id);
  }
  if (receivedIds.length > 0) {
    await db.conversations.update(conversationId, { had: Object.fromEntries(had) });
    await resolveMissing(db, await missingRows(db, receivedIds));
  }
  if (candidates.length === 0) return false;
  const ids = candidates.map(({ id }) => id);
  const [messages, changes, known] = await Promise.all([
    db.messages.bulkGet(ids),
    db.changes.bulkGet(ids),
    db.identity.bulkGet(ids.map(keyOf)),
  ]);
  const fresh = candidates.filter((_, at) => !known[at] && !isStored(conversationId, messages[at], changes[at]));
  if (fresh.length > 0) await putMissing(db, fresh);
  return fresh.length > 0;
}

/**
 * Its author says that nothing is missing here: it was not for this device, or has been withdrawn. Later messages may
 * name it again. Must be called inside a transaction that holds `identity`, `messages` and `conversations`.
 */
export async function dismissMissing(db: AccountDb, row: MissingRow): Promise<void> {
  const address = addressOf(row.sender);
  const { had } = (await db.conversations.get(row.conversationId)) ?? {};
  await db.conversations.update(row.conversationId, {
    had: { ...had, [address]: withReceivedId(had?.[address], row.id) },
  });
  await resolveMissing(db, [row]);
}

/** These are missing no more: their lines count the rest, or go. */
export async function resolveMissing(db: AccountDb, rows: readonly MissingRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.identity.bulkDelete(rows.map(({ key }) => key));
  for (const line of new Set(rows.map((row) => row.line)))
    if (await db.messages.get(line)) await putMissingLine(db, line);
}

/** One line for all that is missing before one message. Must be called inside a transaction that holds `messages`. */
export async function putMissingLine(db: AccountDb, line: string): Promise<void> {
  const all = (await missingRows(db)).filter((row) => row.line === line);
  const [first] = all.toSorted((one, other) => one.order - other.order);
  if (!first) return db.messages.delete(line);
  await putSystemLine(db, {
    id: line,
    conversationId: first.conversationId,
    cmdId: 'missing',
    actor: first.sender.identifier,
    device: '',
    targets: [],
    message: JSON.stringify({ count: all.length }),
    sealed: true,
    at: first.at,
    seq: 0,
    order: first.order,
  });
}

/** The gateway has this device's request for these, or has refused it: from now on an answer is waited for. */
export async function recordRequested(db: AccountDb, ids: readonly string[], now: number): Promise<void> {
  const rows = await missingRows(db, ids);
  if (rows.length > 0)
    await putMissing(
      db,
      rows.map((row) => ({ ...row, deliveredAt: row.deliveredAt ?? now })),
    );
}
