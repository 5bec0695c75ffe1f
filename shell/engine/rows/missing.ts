// Messages that an envelope names and this device lacks: they are recorded, requested from their sender, and shown as a
// system line if they do not arrive.
import type { AccountDb, ChangeRow, ConversationRow, MessageRow } from '@amber/client/db';
import type { Device, Row, Sealed } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { isSameDevice } from './messageOfRow.ts';
import { deletedAmong } from './deletedMessages.ts';
import { putSystemLine } from './systemLines.ts';
import {
  deleteIdentityRows,
  getIdentityRows,
  identityRow,
  listIdentityRows,
  type MissingMessage,
} from '../keys/identityRows.ts';
import { addressOf } from '../keys/tables.ts';
import type { UnreadableReason } from '@amber/proto/unreadable';

/** How many recent ids of each device are stored; an envelope names the last two. */
const receivedIdsMax = 4;
const withReceivedId = (ids: readonly string[] = [], id: string): string[] =>
  [...ids.filter((one) => one !== id), id].slice(-receivedIdsMax);
/** The distance between the positions of messages that one envelope names. */
const orderStep = 2 ** -8;

/** A received row, with what the detection of missing messages needs. */
export interface Arrival {
  row: Row;
  /** Absent for the older envelope form, and for an untrusted device. */
  envelope?: Pick<Sealed, 'before' | 'beforeAt'> | undefined;
  /**
   * Whether a message or change is stored here or shown as unreadable. A withheld copy and an unencrypted row in an
   * encrypted chat do not count as received.
   */
  isReceived: boolean;
}

const notReceivedReasons: ReadonlySet<UnreadableReason> = new Set(['withheld', 'sent_before_this_device']);

/** Envelopes name messages and changes, but not the commands with which devices request something from each other. */
const isTracked = (cmdId: string): boolean => ['', 'withdraw', 'edit', 'reaction'].includes(cmdId);

interface RowState {
  cmdId?: string | undefined;
  aside?: unknown;
  fault?: UnreadableReason | undefined;
}

/** Whether a row in this state counts as received. */
export const isReceived = ({ cmdId = '', aside, fault }: RowState): boolean =>
  isTracked(cmdId) && !aside && !(fault && notReceivedReasons.has(fault));

const isStored = (conversationId: string, message: MessageRow | undefined, change: ChangeRow | undefined): boolean =>
  change?.conversationId === conversationId ||
  (message?.conversationId === conversationId &&
    (message.withdrawn !== undefined || isReceived({ aside: message.aside, fault: message.unreadable })));

/** Returns all missing messages, or those among `ids`. */
export const missingMessages = async (db: AccountDb, ids?: readonly string[]): Promise<MissingMessage[]> =>
  ids
    ? (await getIdentityRows(db, 'missing:', ids)).filter((row) => row !== undefined)
    : listIdentityRows(db, 'missing:');

export const putMissing = (db: AccountDb, messages: readonly MissingMessage[]): Promise<unknown> =>
  db.identity.bulkPut(messages.map((message) => identityRow('missing:', message, message.id)));

/**
 * Compares the ids that envelopes name with what is stored. Must be called inside the transaction that has written
 * these rows, which holds `identity`, `messages`, `changes` and `conversations`.
 * Returns whether something must be requested.
 */
export async function detectMissing(
  db: AccountDb,
  me: Device,
  conversation: ConversationRow,
  arrivals: readonly Arrival[],
  now: number,
): Promise<boolean> {
  const { conversionId: conversationId } = conversation;
  // Read again here, because a resend among these rows may just have resolved something.
  const had = new Map(Object.entries((await db.conversations.get(conversationId))?.had ?? {}));
  const receivedIds: string[] = [];
  const candidates: MissingMessage[] = [];
  for (const { row, envelope, isReceived: isFilled } of arrivals) {
    const { sender } = row;
    if (!sender || isSameDevice(sender, me)) continue;
    const address = addressOf(sender);
    const before = envelope?.before ?? [];
    for (const [index, id] of before.entries()) {
      const at = envelope?.beforeAt[index] ?? 0;
      // Builds whose envelopes carry no times named messages that were not encrypted for this device.
      if (now - at >= limits.gapWindow || had.get(address)?.includes(id)) continue;
      const order = row.seq - (before.length - index) * orderStep;
      candidates.push({ id, conversationId, sender, at, order, line: `missing ${row.id}`, noticedAt: now });
    }
    if (!isFilled) continue;
    had.set(address, withReceivedId(had.get(address), row.id));
    receivedIds.push(row.id);
  }
  if (receivedIds.length > 0) {
    await db.conversations.update(conversationId, { had: Object.fromEntries(had) });
    await resolveMissing(db, await missingMessages(db, receivedIds));
  }
  if (candidates.length === 0) return false;
  const ids = candidates.map(({ id }) => id);
  const [messages, changes, known, deleted] = await Promise.all([
    db.messages.bulkGet(ids),
    db.changes.bulkGet(ids),
    getIdentityRows(db, 'missing:', ids),
    deletedAmong(db, conversationId, ids),
  ]);
  const fresh = candidates.filter(
    ({ id }, at) => !known[at] && !deleted.has(id) && !isStored(conversationId, messages[at], changes[at]),
  );
  if (fresh.length > 0) await putMissing(db, fresh);
  return fresh.length > 0;
}

/**
 * The author answered that nothing is missing here: the message was not for this device, or has been withdrawn. Its id
 * is recorded as received, because later envelopes may name it again. Must be called inside a transaction that holds
 * `identity`, `messages` and `conversations`.
 */
export async function dismissMissing(db: AccountDb, row: MissingMessage): Promise<void> {
  const address = addressOf(row.sender);
  const { had } = (await db.conversations.get(row.conversationId)) ?? {};
  await db.conversations.update(row.conversationId, {
    had: { ...had, [address]: withReceivedId(had?.[address], row.id) },
  });
  await resolveMissing(db, [row]);
}

/** Deletes these missing messages. Their system lines count the remaining ones, or are deleted with the last. */
export async function resolveMissing(db: AccountDb, rows: readonly MissingMessage[]): Promise<void> {
  if (rows.length === 0) return;
  await deleteIdentityRows(
    db,
    'missing:',
    rows.map(({ id }) => id),
  );
  for (const line of new Set(rows.map((row) => row.line)))
    if (await db.messages.get(line)) await putMissingLine(db, line);
}

/**
 * Writes one system line for everything that is missing before one message, or deletes it when nothing is. Must be
 * called inside a transaction that holds `messages`.
 */
export async function putMissingLine(db: AccountDb, line: string): Promise<void> {
  const all = (await missingMessages(db)).filter((row) => row.line === line);
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

/**
 * Records that the gateway has accepted or refused this device's request for these; the wait for an answer starts now.
 */
export async function recordRequested(db: AccountDb, ids: readonly string[], now: number): Promise<void> {
  const rows = await missingMessages(db, ids);
  if (rows.length > 0)
    await putMissing(
      db,
      rows.map((row) => ({ ...row, deliveredAt: row.deliveredAt ?? now })),
    );
}
