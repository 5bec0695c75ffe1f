// History between a person's own devices, through the chat with oneself: a new device asks, an old one hands over.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb, ChangeRow, ConversationRow, MessageRow } from '@amber/client/db';
import type { Api, Content, Device, Row } from '@amber/proto';
import { readBody } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { CommandBodies } from '@amber/proto/systemCommands';
import { withChanges } from './changes.ts';
import { newContent } from './content.ts';
import type { Outbox } from './outbox.ts';
import { isOwnChat } from './privateChats.ts';

/** One message as it is handed over, with what has become of it. */
interface Handed {
  content: Content;
  seq: number;
  at: number;
  changes: ChangeRow[];
}

/** What a request or a batch carries; null where another person's device would have sent it. */
const bodyOf = <Id extends 'syncRequest' | 'syncHistory'>(row: Row, content: Content, me: Device): Partial<CommandBodies[Id]> | null =>
  (row.sender?.identifier === me.identifier ? readBody(content.message) as Partial<CommandBodies[Id]> : null);

function readHanded(value: unknown): Handed | null {
  const { content, seq, at, changes } = (value ?? {}) as Partial<Handed>;
  if (typeof content?.id !== 'string' || typeof content.message !== 'string' || typeof seq !== 'number' || typeof at !== 'number') return null;
  return { content: newContent(content), seq, at, changes: Array.isArray(changes) ? changes : [] };
}

interface Taking {
  row: Row;
  content: Content;
  conversation: ConversationRow | undefined;
  tell(event: EngineEvent): void;
}

/** What one own device says to another. To be called inside a transaction that holds `messages`, `changes` and `cursors`. */
export async function takeControl(db: AccountDb, me: Device, { row, content, conversation, tell }: Taking): Promise<void> {
  // Own devices seal what they say to each other: anything else was written by somebody else.
  if (!isOwnChat(conversation, me) || !row.sender || row.sender.deviceId === me.deviceId || !content.encrypted) return;
  if (content.cmdId === 'syncRequest') {
    const body = bodyOf<'syncRequest'>(row, content, me);
    const conversationId = body?.conversation?.conversationId;
    if (!conversationId) return;
    // Kept, so that it can be agreed to after a restart.
    await db.messages.put(silent({ ...content, id: row.id, sender: row.sender, type: content.cmdId }, row.conversationId, row.seq, row.timestamp));
    tell({ type: 'historyAsked', requestId: row.id, deviceId: row.sender.deviceId, conversationId });
  }
  if (content.cmdId === 'syncHistory') {
    const body = bodyOf<'syncHistory'>(row, content, me);
    if (body?.to === me.deviceId && body.conversationId) await putHanded(db, body.conversationId, body.messages ?? []);
  }
}

const silent = (content: Content, conversationId: string, seq: number, createdAt: number): MessageRow => ({
  id: content.id, conversationId, content, loading: false, pending: false, error: '', fault: '', createdAt, isRead: true, seq, order: seq, copy: 'acked',
});

/** Only what this device lacks is taken, and only what lies before the place where it stands. */
async function putHanded(db: AccountDb, conversationId: string, messages: readonly unknown[]): Promise<void> {
  const cursor = await db.cursors.get(conversationId);
  const handed = messages.map(readHanded).filter((one) => one !== null).filter(({ seq }) => cursor && seq <= cursor.seq);
  const here = await db.messages.bulkGet(handed.map(({ content }) => content.id));
  const lacking = handed.filter((_, index) => !here[index] || here[index].copy === 'none' || here[index].unreadable);
  const changes = lacking.flatMap((one) => one.changes.filter(({ target }) => target === one.content.id).map((change) => ({ ...change, conversationId })));
  await db.changes.bulkPut(changes);
  // A change that this device could not read stands here as a message without words.
  const unread = (await db.messages.bulkGet(changes.map(({ id }) => id))).flatMap((row) => (row?.copy === 'none' ? [row.id] : []));
  await db.messages.bulkDelete(unread);
  await db.messages.bulkPut(await withChanges(db, lacking.map(({ content, seq, at }) => silent(content, conversationId, seq, at))));
}

export interface OwnHistory {
  /** Asks my other devices for what this one lacks of a chat. */
  ask(conversationId: string): Promise<void>;
  /** Hands over what a device of mine has asked for. @throws Fault NO_MESSAGE when nobody has asked. */
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

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** The same words give the same message id: what is asked for twice is done once. */
export async function idOf(...words: (string | number)[]): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(words.join(' '))));
  return Array.from(digest.subarray(0, limits.messageIdLength), (byte) => alphabet[byte % alphabet.length]).join('');
}

/** How long the same question is one question. */
const askedAgainAfter = 60_000;

/** Lists that are each below the size of a message, never empty. */
export function inBatches<Item>(items: readonly Item[], most: number): Item[][] {
  const batches: Item[][] = [[]];
  let size = 0;
  for (const item of items) {
    const own = JSON.stringify(item).length;
    if (size > 0 && size + own > most) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)!.push(item);
    size += own;
  }
  return batches;
}

export function createOwnHistory({ db, api, me, outbox, now, catchUp }: OwnHistoryPorts): OwnHistory {
  async function ownChat(): Promise<string> {
    const { conversation } = await api.conversation.create({ type: 'private', identifiers: [me.identifier] });
    if (!conversation) throw new Fault('UNKNOWN');
    if (!await db.conversations.get(conversation.conversionId)) await catchUp();
    return conversation.conversionId;
  }

  const readable = (conversationId: string) => db.messages.where('[conversationId+order]')
    .between([conversationId, -Infinity], [conversationId, Infinity])
    .filter(({ copy, unreadable, seq, content }) => copy !== 'none' && !unreadable && seq > 0 && content.type !== 'system');

  return {
    async ask(conversationId) {
      const to = await ownChat();
      const [first, last] = await Promise.all([readable(conversationId).first(), readable(conversationId).last()]);
      await outbox.command({
        id: await idOf(me.deviceId, conversationId, Math.floor(now() / askedAgainAfter)),
        conversationId: to,
        cmdId: 'syncRequest',
        body: { conversation: { conversationId }, self: me, lastMessageId: last?.id ?? '', synMessageId: first?.id ?? '' },
      });
    },
    async allow(requestId) {
      const request = await db.messages.get(requestId);
      const body = readBody(request?.content.message ?? '') as Partial<CommandBodies['syncRequest']>;
      const to = request?.content.sender?.deviceId;
      if (request?.content.cmdId !== 'syncRequest' || !to || !body.conversation?.conversationId) throw new Fault('NO_MESSAGE');
      const { conversationId } = body.conversation;
      const before = body.synMessageId ? (await db.messages.get(body.synMessageId))?.seq ?? Infinity : Infinity;
      const messages = (await readable(conversationId).toArray()).filter(({ seq }) => seq < before);
      const changes = Map.groupBy(await db.changes.where({ conversationId }).toArray(), ({ target }) => target);
      const handed = messages.map(({ id, content, seq, createdAt }): Handed => ({ content, seq, at: createdAt, changes: changes.get(id) ?? [] }));
      // The newest first: that is where the reader is.
      const batches = inBatches(handed.reverse(), limits.textMax);
      for (const [index, batch] of batches.entries()) {
        await outbox.command({
          id: await idOf(requestId, me.deviceId, index),
          conversationId: request.conversationId,
          cmdId: 'syncHistory',
          body: { conversationId, requestId, to, messages: batch, last: index === batches.length - 1 },
        });
      }
    },
  };
}
