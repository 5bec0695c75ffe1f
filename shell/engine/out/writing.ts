// Stores what the user writes in the outbox: row, position and visible effects in one transaction.
import type { ConversationRow, MessageRow } from '@amber/client/db';
import type { Device } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { type CommandBodies, type MessageCommandId, systemCommands } from '@amber/proto/systemCommands';
import { rowsInOrder } from '../rows/rowsInOrder.ts';
import type { AccountContext } from '../kit/accountContext.ts';
import { sealingOf } from '../rows/sealingSwitch.ts';
import { isSealed } from '../rows/people/privateChats.ts';
import { reapplyChanges } from '../rows/changes.ts';
import { listingOf } from '../rows/listing.ts';
import { newContent } from '../rows/newContent.ts';
import type { EmitOutboxEvent } from './outboxEvent.ts';
import type { SendQueue } from './sendQueue.ts';
import type { SendBatch, QueuedRow, QueuedRows } from './queuedRows.ts';

/** A message to store in the outbox. */
export interface OutgoingMessage {
  id: string;
  type: string;
  body: object;
  /** Its file. The message waits for the upload, and so do later messages of this conversation. */
  blob?: Blob | undefined;
  /** The name of its file in the store, if it is stored already: the message waits until this account holds it. */
  objectName?: string;
  /** The album that the message is part of. */
  album?: string | undefined;
}

export interface Writing {
  /**
   * Saves the message, which shows it at once, and starts sending. A second call with the same id does nothing. With a
   * file the message waits for the upload, and so do later messages of this conversation. `removeSource` removes what
   * the message was made of, in the same transaction, which then holds `identity`.
   * @throws Fault TOO_LARGE; NOT_MEMBER when the conversation does not exist any more.
   */
  send(
    message: { id: string; conversationId: string; type: string; body: object },
    file?: Blob,
    removeSource?: () => Promise<void>,
  ): Promise<void>;
  /**
   * Does the same with several messages, in one transaction and in this order. `removeSource` may change `drafts` and
   * `files` as well.
   * @throws Fault as above; then none is saved.
   */
  sendAll(
    conversationId: string,
    messages: readonly OutgoingMessage[],
    removeSource?: () => Promise<unknown>,
  ): Promise<void>;
  /**
   * Saves a system command and starts sending. Its changes to messages are visible immediately.
   * @throws Fault TOO_LARGE, NOT_MEMBER, as above.
   */
  command<Id extends MessageCommandId>(command: {
    id: string;
    conversationId: string;
    cmdId: Id;
    targets?: string[];
    body: CommandBodies[Id];
    /** The only device that the command is encrypted for. */
    to?: Device;
    /** A withdrawal that can be undone is not sent before this time of this device's clock. */
    holdUntil?: number;
  }): Promise<void>;
}

export interface WritingPorts extends Pick<AccountContext, 'db' | 'me' | 'clock'> {
  rows: QueuedRows;
  startSending: SendQueue['startSending'];
  emitOutboxEvent: EmitOutboxEvent;
}

const isChange = (cmdId: string): cmdId is 'withdraw' | 'edit' | 'reaction' =>
  cmdId === 'withdraw' || cmdId === 'edit' || cmdId === 'reaction';

/** Whether new messages are anonymous: both the author and the group must have enabled that. */
export const isAnonymous = (conversation: ConversationRow | undefined): boolean =>
  conversation?.type === 'group' &&
  conversation.userSetting?.anonymous === true &&
  conversation.groupSetting?.supportAnonymous === true;

const toBatch = (row: QueuedRow, conversation: ConversationRow, devices: Device[]): SendBatch => ({
  rows: [row],
  conversation,
  devices,
});

/** The limit is doubled because JSON escapes some characters. */
const bodyMax = limits.textMax * 2;

export function createWriting({ db, me, clock, rows, startSending, emitOutboxEvent }: WritingPorts): Writing {
  /** Returns the number after the current one and those that wait. Must be called inside a transaction on `outbox`. */
  async function nextSwitchNumber(conversation: ConversationRow): Promise<number> {
    const queued = await rowsInOrder(db.outbox, conversation.conversionId)
      .filter(({ content }) => content?.cmdId === 'encrypt')
      .count();
    return sealingOf(conversation).number + queued + 1;
  }

  const sendAll: Writing['sendAll'] = async (conversationId, messages, removeSource) => {
    const now = clock.now();
    const written = messages.map(({ id, type, body, ...file }) => ({
      ...file,
      content: newContent({ id, type, message: JSON.stringify(body), sender: me, timestamp: now }),
    }));
    if (written.some(({ content }) => content.message.length > bodyMax)) throw new Fault('TOO_LARGE');
    const isFile = written.some(({ blob, objectName }) => blob ?? objectName);
    // A text need not wait while a file is being saved, and saving a file must not delete the draft written meanwhile.
    const tables = removeSource ? [db.files, db.drafts, db.identity] : [isFile ? db.files : db.drafts];
    const first = await db.transaction(
      'rw',
      [db.messages, db.outbox, db.conversations, db.bundles, ...tables],
      async () => {
        const [existing, conversation] = await Promise.all([
          db.messages.get(messages[0]!.id),
          db.conversations.get(conversationId),
        ]);
        if (existing) {
          await removeSource?.();
          return undefined;
        }
        // The conversation was just left, so nothing of it may reappear.
        if (!conversation) throw new Fault('NOT_MEMBER');
        const flags = { anonymous: isAnonymous(conversation), encrypted: isSealed(conversation, me) };
        let first: SendBatch | undefined;
        for (const { content: plain, blob, objectName, album } of written) {
          const content = { ...plain, ...flags };
          const { id } = content;
          const { order, isFirst } = await rows.nextOrder(conversationId);
          const message: MessageRow = {
            id,
            conversationId,
            content,
            loading: true,
            pending: blob !== undefined && !objectName,
            error: '',
            fault: '',
            createdAt: now,
            isRead: true,
            seq: 0,
            order,
            copy: 'open',
          };
          const upload = (blob || objectName) && { upload: 1 as const };
          const listing = await listingOf(db, message);
          await Promise.all([
            db.messages.add(message),
            db.outbox.add({ id, conversationId, order, ...upload, ...(album && { album }) }),
            db.conversations.update(conversationId, { sortTime: now, ...listing, status: 'normal' }),
            blob &&
              db.files.add({
                id,
                key: objectName ?? '',
                state: objectName ? 'here' : 'upload',
                blob,
                usedAt: now,
              }),
          ]);
          if (isFirst && !isFile)
            first = toBatch({ id, content, allowUnencrypted: false }, conversation, await rows.devicesOf(conversation));
        }
        if (!isFile) await db.drafts.delete(conversationId);
        await removeSource?.();
        return first;
      },
    );
    if (isFile) emitOutboxEvent({ type: 'uploadWaiting' });
    // A text that was forwarded before a file does not wait for it.
    if (!messages[0]!.blob && !messages[0]!.objectName) startSending(conversationId, first);
  };

  return {
    send: ({ conversationId, ...message }, blob, removeSource) =>
      sendAll(conversationId, [{ ...message, blob }], removeSource),
    sendAll,
    async command({ id, conversationId, cmdId, targets = [], body, to = null, holdUntil }) {
      const now = clock.now();
      let message = JSON.stringify(body);
      // Messages between own devices are split to size by their creator.
      if (cmdId !== 'syncHistory' && message.length > bodyMax) throw new Fault('TOO_LARGE');
      await db.transaction('rw', db.messages, db.outbox, db.conversations, db.changes, db.files, async () => {
        if ((await db.outbox.get(id)) || (await db.changes.get(id))) return;
        const [conversation, target] = await Promise.all([
          db.conversations.get(conversationId),
          targets[0] ? db.messages.get(targets[0]) : undefined,
        ]);
        if (!conversation) throw new Fault('NOT_MEMBER');
        if (cmdId === 'encrypt') message = JSON.stringify({ ...body, number: await nextSwitchNumber(conversation) });
        const anonymous = {
          asked: isAnonymous(conversation),
          target: target?.content.anonymous === true,
          never: false,
        }[systemCommands[cmdId].anonymous];
        const fields = { id, type: cmdId, cmdId, targets, message, to };
        const content = newContent({ ...fields, sender: me, timestamp: now, anonymous });
        const { order } = await rows.nextOrder(conversationId);
        await db.outbox.add({ id, conversationId, order, content, ...(holdUntil !== undefined && { holdUntil }) });
        // An edit of a message that cannot be edited becomes a message of its own once the gateway has accepted it.
        const isEditable = !isSealed(conversation, me) || target?.seq === 0 || target?.form === 1;
        if (isChange(cmdId) && targets[0] && (cmdId !== 'edit' || isEditable)) {
          await db.changes.add({
            id,
            conversationId,
            target: targets[0],
            kind: cmdId,
            by: me.identifier,
            at: now,
            message,
            seq: 0,
            order,
            ...(holdUntil !== undefined && { undoUntil: holdUntil }),
          });
          await reapplyChanges(db, conversationId, targets);
        }
      });
      startSending(conversationId);
    },
  };
}
