// Computes which part of a conversation is shown at its first unread message, or at any other one.
import { engine } from '@amber/client/engine';
import { type AccountRows, type ConversationRow, isSealedChat, type MessageRow } from '@amber/client/rows';
import { limits } from '@amber/proto/limits';
import { messagesInOrder } from '../kit/messagesInOrder.ts';
import { gapsOf, newerEnd, olderStart, type TimelineRange } from './timelineWindow.ts';

/** The first unread message at the time when a conversation was opened. */
export interface FirstUnread {
  id: string;
  seq: number;
  /** The number of unread messages. */
  count: number;
  at: number;
}

/** The number of read messages above the first unread one that show where the reader was. */
const contextRows = 10;

interface Unread {
  /** The first unread message on this device. */
  first: MessageRow | undefined;
  /** The position after which messages before it are missing, among which the first unread one may be; else null. */
  missingAfter: number | null;
}

export async function findFirstUnread(db: AccountRows, conversation: ConversationRow, me: string): Promise<Unread> {
  const { conversionId, readSeq } = conversation;
  const [first, gaps] = await Promise.all([
    messagesInOrder(db, conversionId, { from: readSeq, includeFrom: false })
      .filter(({ unread }) => unread === 1)
      .first(),
    // An encrypted chat gets every unread message delivered; what is missing there cannot be decrypted.
    isSealedChat(conversation, me) ? [] : gapsOf(db, conversionId),
  ]);
  const gap = gaps.find(({ before }) => before - 1 > readSeq);
  const isMissing = gap !== undefined && (!first || gap.after < first.order);
  return { first, missingAfter: isMissing ? Math.max(gap.after, readSeq - contextRows) : null };
}

/** Returns the range with which a conversation opens at an unread message. */
export async function rangeFromUnread(
  db: AccountRows,
  conversationId: string,
  { order }: MessageRow,
  unread: number,
): Promise<TimelineRange> {
  const [from, to] = await Promise.all([
    // A few unread messages do not fill the view.
    olderStart(db, conversationId, order, Math.max(contextRows, limits.timelinePage - unread)),
    newerEnd(db, conversationId, order, limits.timelinePage),
  ]);
  return { from, to };
}

/** A bound for a conversation whose gateway has only changes where unread messages should be. */
const openingPagesMax = 4;

/** Finds the first unread message as `findFirstUnread` does, after fetching what is missing before it. */
export async function fetchFirstUnread(db: AccountRows, conversation: ConversationRow, me: string): Promise<Unread> {
  const { conversionId: conversationId } = conversation;
  let found = await findFirstUnread(db, conversation, me);
  try {
    for (let page = 0; found.missingAfter !== null && page < openingPagesMax; page += 1) {
      await engine.loadNewer({ conversationId, afterSeq: found.missingAfter });
      found = await findFirstUnread(db, conversation, me);
    }
  } catch {
    // Offline, it is the first one that this device has.
  }
  return found;
}

/** Returns how a conversation opens at its first unread message; null if there is none. */
export async function openAtUnread(
  db: AccountRows,
  conversation: ConversationRow,
  me: string,
): Promise<Opening | null> {
  const { conversionId, unread } = conversation;
  const found = await fetchFirstUnread(db, conversation, me);
  const { first, missingAfter } = found;
  if (!first) return null;
  const range = await rangeFromUnread(db, conversionId, first, unread);
  // The message right after a gap is not shown before the gap is filled.
  const seq = missingAfter === null ? first.seq : first.seq + 1;
  const firstUnread = { id: first.id, seq, count: unread, at: first.createdAt };
  return { range, firstUnread, hasMissing: missingAfter !== null };
}

interface Opening {
  range: TimelineRange;
  firstUnread: FirstUnread;
  /** Whether unread messages before the first one are missing on this device, and could not be fetched. */
  hasMissing: boolean;
}

/** Returns the first unread message for the 'New' line; null if this device does not have it. */
export async function firstUnreadNow(
  db: AccountRows,
  conversation: ConversationRow,
  me: string,
): Promise<FirstUnread | null> {
  const { first } = await findFirstUnread(db, conversation, me);
  return first ? { id: first.id, seq: first.seq, count: conversation.unread, at: first.createdAt } : null;
}

/** Returns a range around a message; null if this device does not have the message. */
export async function rangeAround(
  db: AccountRows,
  conversationId: string,
  id: string,
  count: number,
): Promise<TimelineRange | null> {
  const message = await db.messages.get(id);
  if (message?.conversationId !== conversationId) return null;
  const half = Math.ceil(count / 2);
  const [from, to] = await Promise.all([
    olderStart(db, conversationId, message.order, half),
    newerEnd(db, conversationId, message.order, half),
  ]);
  return { from, to };
}
