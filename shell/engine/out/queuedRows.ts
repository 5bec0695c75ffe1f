// The outbox's waiting messages: their order, which may be sent next, and the data needed to send them.
import { type ConversationRow, type OutboxRow, pendingOrder } from '@amber/client/db';
import type { Content, Device } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { rowsInOrder } from '../rows/rowsInOrder.ts';
import type { AccountContext } from '../kit/accountContext.ts';
import { isHeld } from './isHeld.ts';

/** A row of the outbox. */
export interface QueuedRow {
  id: string;
  /** Undefined when its message is gone. */
  content: Content | undefined;
  allowUnencrypted: boolean;
}

/**
 * Rows of one conversation that are sent together (one command, or some messages), with the data needed to send them.
 */
export interface SendBatch {
  rows: [QueuedRow, ...QueuedRow[]];
  conversation: ConversationRow | undefined;
  devices: Device[];
}

export interface QueuedRows {
  /**
   * Returns a position after everything that waits in the conversation, even if the device's clock was set back, and
   * whether nothing waits. Must be called inside a transaction on `outbox`.
   */
  nextOrder(conversationId: string): Promise<{ order: number; isFirst: boolean }>;
  /** Returns the oldest rows of a conversation that may be sent, at most `max`, read in one transaction. */
  readNext(conversationId: string, max: number): Promise<SendBatch | undefined>;
  /** Returns every known device of the chat's members except this one. */
  devicesOf(conversation: ConversationRow): Promise<Device[]>;
}

/**
 * Creates a filter for the rows of one conversation, oldest first: whether each may be sent now. A message written
 * after a file waits until that is uploaded, has failed or is discarded, and so do the messages of `waitingAlbums`. A
 * command does not wait, unless its target does or it is held.
 */
function createSendableFilter(
  now: number,
  waitingAlbums: ReadonlySet<string | undefined>,
): (row: OutboxRow) => boolean {
  const blocked = new Set<string>();
  return (row) => {
    if (isHeld(row, now)) return false;
    const { id, upload, album, content } = row;
    const isBlocked =
      upload === 1 ||
      (album !== undefined && waitingAlbums.has(album)) ||
      (content ? content.targets.some((target) => blocked.has(target)) : blocked.size > 0);
    if (isBlocked) blocked.add(id);
    return !isBlocked;
  };
}

/** Estimates the bytes of a message in a call, when encrypted for this many devices: text, envelope and base64. */
const estimateBytes = (content: Content | undefined, devices: number): number =>
  (3 * (content?.message.length ?? 0) + 1_000) * Math.max(devices, 1);

/** Returns the rows that are sent in one call with the first. Commands are sent alone. */
function takeBatch(first: QueuedRow, others: readonly QueuedRow[], devices: number): QueuedRow[] {
  let bytesLeft = limits.sendInOrderBytes - estimateBytes(first.content, devices);
  const isLast = ({ content }: QueuedRow) => {
    bytesLeft -= estimateBytes(content, devices);
    return bytesLeft < 0 || !content || content.cmdId !== '';
  };
  const end = !first.content || first.content.cmdId ? 0 : others.findIndex(isLast);
  return others.slice(0, end < 0 ? undefined : end);
}

export function createQueuedRows({ db, me, clock }: Pick<AccountContext, 'db' | 'me' | 'clock'>): QueuedRows {
  let lastOrder = 0;

  async function nextOrder(conversationId: string): Promise<{ order: number; isFirst: boolean }> {
    const last = await rowsInOrder(db.outbox, conversationId).last();
    lastOrder = Math.max(lastOrder + 1, (last?.order ?? 0) + 1, pendingOrder(clock.now()));
    return { order: lastOrder, isFirst: last === undefined };
  }

  async function devicesOf(conversation: ConversationRow): Promise<Device[]> {
    const people = [me.identifier, ...conversation.userInfo.map((user) => user.identifier)];
    const known = await db.bundles.where('identifier').anyOf(people).toArray();
    return known.filter((device) => device.deviceId !== me.deviceId);
  }

  /**
   * Reads the oldest rows that may be sent. An album is sent in one call, so all of it waits for its last upload. Must
   * be called inside a transaction on `outbox`.
   */
  async function readSendable(conversationId: string, max: number): Promise<OutboxRow[]> {
    const read = (waitingAlbums: ReadonlySet<string | undefined>) =>
      rowsInOrder(db.outbox, conversationId)
        .filter(createSendableFilter(clock.now(), waitingAlbums))
        .limit(max)
        .toArray();
    const found = await read(new Set());
    if (found.every(({ album }) => album === undefined)) return found;
    const uploading = await rowsInOrder(db.outbox, conversationId)
      .filter(({ upload, album }) => upload === 1 && album !== undefined)
      .toArray();
    return uploading.length === 0 ? found : read(new Set(uploading.map(({ album }) => album)));
  }

  const readNext = (conversationId: string, max: number): Promise<SendBatch | undefined> =>
    db.transaction('r', db.outbox, db.messages, db.conversations, db.bundles, async () => {
      const next = await readSendable(conversationId, max);
      if (next.length === 0) return undefined;
      const [messages, conversation] = await Promise.all([
        db.messages.bulkGet(next.map(({ id }) => id)),
        db.conversations.get(conversationId),
      ]);
      const devices = conversation ? await devicesOf(conversation) : [];
      const [first, ...others] = next.map(({ id, content, plain }, index) => ({
        id,
        content: content ?? messages[index]?.content,
        allowUnencrypted: plain === 1,
      }));
      return { rows: [first!, ...takeBatch(first!, others, devices.length)], conversation, devices };
    });

  return { nextOrder, readNext, devicesOf };
}
