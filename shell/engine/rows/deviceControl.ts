// Messages between an account's own devices, sent through the chat with oneself: requests for history, shared history,
// and decisions about devices.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb, ChangeRow, ConversationRow } from '@amber/client/db';
import type { Content, Device, Row } from '@amber/proto';
import { readBody } from '@amber/proto/bodies';
import type { CommandBodies } from '@amber/proto/systemCommands';
import { type FollowUp, getIdentityRow } from '../keys/identityRows.ts';
import { deletedAmong } from './deletedMessages.ts';
import { withChanges } from './changes.ts';
import { newReadMessage } from './messageOfRow.ts';
import { newContent } from './newContent.ts';
import { isOwnChat } from './people/privateChats.ts';

/** One message of shared history, with the changes made to it. */
export interface HistoryMessage {
  content: Content;
  seq: number;
  at: number;
  changes: ChangeRow[];
  form?: 0 | 1;
}

function parseHistoryMessage(value: unknown): HistoryMessage | null {
  const { content, seq, at, changes, form } = (value ?? {}) as Partial<HistoryMessage>;
  if (
    typeof content?.id !== 'string' ||
    typeof content.message !== 'string' ||
    typeof seq !== 'number' ||
    typeof at !== 'number'
  )
    return null;
  return {
    content: newContent(content),
    seq,
    at,
    changes: Array.isArray(changes) ? changes : [],
    ...(form === 1 && { form }),
  };
}

interface ControlContext {
  row: Row;
  content: Content;
  conversation: ConversationRow | undefined;
  emit(event: EngineEvent): void;
  /** Queues a follow-up that must not be lost, to run after the commit. */
  addFollowUp(followUp: FollowUp): void;
}

/**
 * Applies a message from an own device. Must be called inside a transaction that holds `messages`, `changes`,
 * `cursors` and `identity`.
 */
export async function applyDeviceControl(
  db: AccountDb,
  me: Device,
  { row, content, conversation, emit, addFollowUp }: ControlContext,
): Promise<void> {
  // Own devices encrypt what they send each other, so an unencrypted message was written by somebody else.
  if (!isOwnChat(conversation, me) || row.sender?.identifier !== me.identifier || !content.encrypted) return;
  if (row.sender.deviceId === me.deviceId) return;
  const body = readBody(content.message);
  if (content.cmdId === 'ownDevices') {
    const { approved = [], removed = [] } = body as Partial<CommandBodies['ownDevices']>;
    addFollowUp({ kind: 'ownDevices', id: row.id, by: row.sender.deviceId, decided: { approved, removed } });
  }
  if (content.cmdId === 'syncRequest') {
    const conversationId = (body as Partial<CommandBodies['syncRequest']>).conversation?.conversationId;
    if (!conversationId) return;
    // The request is stored, so that it can be accepted after a restart.
    await db.messages.put(
      newReadMessage(
        { ...content, id: row.id, sender: row.sender, type: content.cmdId },
        row.conversationId,
        row.seq,
        row.timestamp,
      ),
    );
    emit({ type: 'historyAsked', requestId: row.id, deviceId: row.sender.deviceId, conversationId });
  }
  if (content.cmdId === 'syncHistory') {
    const { requestId, conversationId, to, messages } = body as Partial<CommandBodies['syncHistory']>;
    // History that this device has not requested is ignored.
    if (!(await getIdentityRow(db, 'asked:', requestId))) return;
    if (to === me.deviceId && conversationId) await storeHistoryMessages(db, conversationId, messages ?? []);
  }
}

/** Stores only the messages that this device lacks, and only those up to its cursor. */
async function storeHistoryMessages(
  db: AccountDb,
  conversationId: string,
  messages: readonly unknown[],
): Promise<void> {
  const cursor = await db.cursors.get(conversationId);
  const received = messages
    .map(parseHistoryMessage)
    .filter((one) => one !== null)
    .filter(({ seq }) => cursor && seq <= cursor.seq);
  const ids = received.map(({ content }) => content.id);
  const [existing, deleted] = [await db.messages.bulkGet(ids), await deletedAmong(db, conversationId, ids)];
  const missing = received.filter(
    ({ content }, index) =>
      !deleted.has(content.id) && (!existing[index] || existing[index].copy === 'none' || existing[index].unreadable),
  );
  const changes = missing.flatMap((one) =>
    one.changes.filter(({ target }) => target === one.content.id).map((change) => ({ ...change, conversationId })),
  );
  await db.changes.bulkPut(changes);
  // A change that this device could not read is stored here as a message without text.
  const unreadable = (await db.messages.bulkGet(changes.map(({ id }) => id))).flatMap((row) =>
    row?.copy === 'none' ? [row.id] : [],
  );
  await db.messages.bulkDelete(unreadable);
  await db.messages.bulkPut(
    await withChanges(
      db,
      missing.map(({ content, seq, at, form }) => ({
        ...newReadMessage(content, conversationId, seq, at),
        ...(form && { form }),
      })),
    ),
  );
}
