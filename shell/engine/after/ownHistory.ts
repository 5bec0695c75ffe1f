// Transfers a chat's history between own devices, with commands in the chat with oneself.
import { readBody } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { CommandBodies } from '@amber/proto/systemCommands';
import { rowsInOrder } from '../rows/rowsInOrder.ts';
import type { AccountContext } from '../kit/accountContext.ts';
import { findOrCreateOwnChat } from '../chats/ownChat.ts';
import { deriveMessageId } from './deriveMessageId.ts';
import type { Outbox } from '../out/outbox.ts';
import { putIdentityRow } from '../keys/identityRows.ts';
import type { HistoryMessage } from '../rows/deviceControl.ts';

export interface OwnHistory {
  /** Requests from my other devices the messages before and after those that this one has in a conversation. */
  request(conversationId: string): Promise<void>;
  /**
   * Sends the history that another own device has requested. @throws Fault NO_MESSAGE when there is no such request.
   */
  allow(requestId: string): Promise<void>;
}

interface OwnHistoryPorts extends Pick<AccountContext, 'db' | 'api' | 'me' | 'now' | 'catchUp'> {
  outbox: Outbox;
}

/** Requests for the same conversation within this time (in milliseconds) have the same id. */
const requestWindow = 60_000;

/**
 * Splits items into batches whose JSON has at most `maxSize` characters; a larger item gets its own batch. There is
 * always at least one batch.
 */
export function splitIntoBatches<Item>(items: readonly Item[], maxSize: number): Item[][] {
  const batches: Item[][] = [[]];
  let size = 0;
  for (const item of items) {
    const own = JSON.stringify(item).length;
    if (size > 0 && size + own > maxSize) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)!.push(item);
    size += own;
  }
  return batches;
}

export function createOwnHistory({ db, api, me, outbox, now, catchUp }: OwnHistoryPorts): OwnHistory {
  const readable = (conversationId: string) =>
    rowsInOrder(db.messages, conversationId).filter(
      ({ copy, unreadable, seq, content }) => copy !== 'none' && !unreadable && seq > 0 && content.type !== 'system',
    );

  return {
    async request(conversationId) {
      const to = await findOrCreateOwnChat({ db, api, me, catchUp });
      const [first, last] = await Promise.all([readable(conversationId).first(), readable(conversationId).last()]);
      const id = await deriveMessageId(me.deviceId, conversationId, Math.floor(now() / requestWindow));
      await putIdentityRow(db, 'asked:', {}, id);
      await outbox.command({
        id,
        conversationId: to,
        cmdId: 'syncRequest',
        body: {
          conversation: { conversationId },
          self: me,
          lastMessageId: last?.id ?? '',
          synMessageId: first?.id ?? '',
        },
      });
    },
    async allow(requestId) {
      const request = await db.messages.get(requestId);
      const body = readBody(request?.content.message ?? '') as Partial<CommandBodies['syncRequest']>;
      const to = request?.content.sender?.deviceId;
      if (request?.content.cmdId !== 'syncRequest' || !to || !body.conversation?.conversationId)
        throw new Fault('NO_MESSAGE');
      const { conversationId } = body.conversation;
      const positionOf = async (id = '') => (await db.messages.get(id))?.seq ?? Infinity;
      const [before, after] = [await positionOf(body.synMessageId), await positionOf(body.lastMessageId)];
      const messages = (await readable(conversationId).toArray()).filter(({ seq }) => seq < before || seq > after);
      const changes = Map.groupBy(await db.changes.where({ conversationId }).toArray(), ({ target }) => target);
      const history = messages.map(({ id, content, seq, createdAt, form }): HistoryMessage => ({
        ...(form !== undefined && { form }),
        content,
        seq,
        at: createdAt,
        changes: changes.get(id) ?? [],
      }));
      // The newest messages are sent first, because the reader is there.
      const batches = splitIntoBatches(history.reverse(), limits.textMax);
      for (const [index, batch] of batches.entries()) {
        await outbox.command({
          id: await deriveMessageId(requestId, me.deviceId, index),
          conversationId: request.conversationId,
          cmdId: 'syncHistory',
          body: { conversationId, requestId, to, messages: batch, last: index === batches.length - 1 },
        });
      }
    },
  };
}
