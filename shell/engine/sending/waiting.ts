// The outbox's waiting messages: their order, which may go next, and what is needed to send it.
import { type AccountDb, type ConversationRow, type OutboxRow, pendingOrder } from '@amber/client/db';
import type { Content, Device } from '@amber/proto';
import type { SchedulerLike } from 'rxjs';

/** A row of the outbox, with what is needed to send it. */
export interface Waiting {
  id: string;
  /** Absent when its message is gone. */
  content: Content | undefined;
  allowUnencrypted: boolean;
  conversation: ConversationRow | undefined;
  devices: Device[];
}

export interface WaitingRows {
  /**
   * A place after all that waits there, even if the device's clock has been set back since; and whether nothing waits.
   * Must be called inside a transaction that holds `outbox`.
   */
  nextPlace(conversationId: string): Promise<{ order: number; isFirst: boolean }>;
  /** The oldest of a conversation that may go, with what is needed to send it, read in one transaction. */
  readNext(conversationId: string): Promise<Waiting | undefined>;
  /** Every device of the chat's people but this one, as far as known. */
  devicesOf(conversation: ConversationRow): Promise<Device[]>;
}

/**
 * For the rows of one conversation, oldest first: whether one may go now. A message written after a file waits until
 * that is uploaded, has failed or is discarded. A command does not, unless it is about something that waits itself.
 */
function mayGo(): (row: OutboxRow) => boolean {
  const held = new Set<string>();
  return ({ id, upload, content }) => {
    const waits = upload === 1 || (content ? content.targets.some((target) => held.has(target)) : held.size > 0);
    if (waits) held.add(id);
    return !waits;
  };
}

export function createWaiting({ db, me, clock }: { db: AccountDb; me: Device; clock: SchedulerLike }): WaitingRows {
  let lastOrder = 0;

  const waitingIn = (conversationId: string) =>
    db.outbox.where('[conversationId+order]').between([conversationId, -Infinity], [conversationId, Infinity]);

  async function nextPlace(conversationId: string): Promise<{ order: number; isFirst: boolean }> {
    const last = await waitingIn(conversationId).last();
    lastOrder = Math.max(lastOrder + 1, (last?.order ?? 0) + 1, pendingOrder(clock.now()));
    return { order: lastOrder, isFirst: last === undefined };
  }

  async function devicesOf(conversation: ConversationRow): Promise<Device[]> {
    const people = [me.identifier, ...conversation.userInfo.map((user) => user.identifier)];
    const known = await db.bundles.where('identifier').anyOf(people).toArray();
    return known.filter((device) => device.deviceId !== me.deviceId);
  }

  const readNext = (conversationId: string): Promise<Waiting | undefined> =>
    db.transaction('r', db.outbox, db.messages, db.conversations, db.bundles, async () => {
      const next = await waitingIn(conversationId).filter(mayGo()).first();
      if (!next) return undefined;
      const [message, conversation] = await Promise.all([
        db.messages.get(next.id),
        db.conversations.get(conversationId),
      ]);
      const content = next.content ?? message?.content;
      return {
        id: next.id,
        content,
        allowUnencrypted: next.plain === 1,
        conversation,
        devices: conversation ? await devicesOf(conversation) : [],
      };
    });

  return { nextPlace, readNext, devicesOf };
}
