// Transfers a chat's history from one own device to another through the chat with oneself: requests and answers.
import type { AccountDb } from '@amber/client/db';
import type { Api, Device } from '@amber/proto';
import { readBody } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { CommandBodies } from '@amber/proto/systemCommands';
import { findOrCreateOwnChat } from '../chats/ownChat.ts';
import { deriveMessageId } from './deriveMessageId.ts';
import type { Outbox } from '../out/outbox.ts';
import { historyRequestKey, type HistoryMessage } from '../rows/deviceControl.ts';

export interface OwnHistory {
  /** Requests from my other devices what this one lacks of a chat. */
  request(conversationId: string): Promise<void>;
  /** Sends what a device of mine has requested. @throws Fault NO_MESSAGE when nobody has asked. */
  allow(requestId: string): Promise<void>;
}

interface OwnHistoryPorts {
  db: AccountDb;
  api: Api;
  me: Device;
  outbox: Outbox;
  now(): number;
  catchUp(): Promise<void>;
}

/** How long a repeated request counts as the same. */
const requestWindow = 60_000;

/** Lists that are each below the size of a message, never empty. */
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
    db.messages
      .where('[conversationId+order]')
      .between([conversationId, -Infinity], [conversationId, Infinity])
      .filter(
        ({ copy, unreadable, seq, content }) => copy !== 'none' && !unreadable && seq > 0 && content.type !== 'system',
      );

  return {
    async request(conversationId) {
      const to = await findOrCreateOwnChat({ db, api, me, catchUp });
      const [first, last] = await Promise.all([readable(conversationId).first(), readable(conversationId).last()]);
      const id = await deriveMessageId(me.deviceId, conversationId, Math.floor(now() / requestWindow));
      await db.identity.put({ key: historyRequestKey(id) });
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
      const before = body.synMessageId ? ((await db.messages.get(body.synMessageId))?.seq ?? Infinity) : Infinity;
      const messages = (await readable(conversationId).toArray()).filter(({ seq }) => seq < before);
      const changes = Map.groupBy(await db.changes.where({ conversationId }).toArray(), ({ target }) => target);
      const history = messages.map(({ id, content, seq, createdAt, form }): HistoryMessage => ({
        ...(form !== undefined && { form }),
        content,
        seq,
        at: createdAt,
        changes: changes.get(id) ?? [],
      }));
      // The newest first: that is where the reader is.
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
