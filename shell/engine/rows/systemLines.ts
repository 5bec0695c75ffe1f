// The system lines of a conversation, which commands and this device itself create.
import { type AccountDb, type MessageRow, pendingOrder } from '@amber/client/db';
import { readBody, systemSender, type SystemBody } from '@amber/proto/bodies';
import type { LocalLine } from '@amber/proto/systemCommands';
import { rowsInOrder } from './rowsInOrder.ts';
import { newReadMessage } from './messageOfRow.ts';
import { newContent } from './newContent.ts';
import type { Command } from './command.ts';

/** Creates the system line of a command, already marked as read. */
function lineOf({ id, conversationId, cmdId, actor, targets, message, at, seq, order }: Command): MessageRow {
  const body: SystemBody = {
    type: 'custom',
    originMessage: { cmdId, actor, targets: [...targets], body: readBody(message) },
  };
  const content = newContent({
    id,
    type: 'system',
    message: JSON.stringify(body),
    sender: { identifier: systemSender, deviceId: '' },
    timestamp: at,
  });
  return { ...newReadMessage(content, conversationId, seq, at), order, copy: 'open' };
}

/** Stores a command's system line. Must be called inside a transaction that holds `messages`. */
export const putSystemLine = async (db: AccountDb, command: Command): Promise<void> =>
  void (await db.messages.put(lineOf(command)));

/** The distance between local lines: 4,096 of them fit between a conversation's last position and the next one. */
const localOrderStep = 2 ** -12;

type NewLine = Pick<Command, 'id' | 'conversationId' | 'cmdId' | 'actor' | 'at'> & Partial<Command>;

/**
 * Stores a system line without a position after the newest message that has one from the gateway. Must be called inside
 * a transaction that holds `messages`.
 */
export async function appendSystemLine(db: AccountDb, line: NewLine): Promise<void> {
  const { conversationId } = line;
  const newest = await rowsInOrder(db.messages, conversationId, -Infinity, pendingOrder(0)).last();
  await putSystemLine(db, {
    targets: [],
    message: '{}',
    device: '',
    sealed: false,
    ...line,
    seq: 0,
    order: (newest?.order ?? 0) + localOrderStep,
  });
}

/** Stores a system line that exists only on this device. Must be called inside a transaction that holds `messages`. */
export const putLocalLine = (db: AccountDb, line: NewLine & { cmdId: LocalLine }): Promise<void> =>
  appendSystemLine(db, line);
