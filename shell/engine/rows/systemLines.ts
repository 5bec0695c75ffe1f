// The lines that commands and this device itself leave in a conversation.
import { type AccountDb, pendingOrder } from '@amber/client/db';
import { readBody, systemSender, type SystemBody } from '@amber/proto/bodies';
import type { LocalLine } from '@amber/proto/systemCommands';
import { newContent } from './newContent.ts';
import type { Command } from './command.ts';

/** The line that a command leaves in its conversation, already marked as read. */
function lineOf({ id, conversationId, cmdId, actor, targets, message, at, seq, order }: Command) {
  const body: SystemBody = {
    type: 'custom',
    originMessage: { cmdId, actor, targets: [...targets], body: readBody(message) },
  };
  return {
    id,
    conversationId,
    createdAt: at,
    seq,
    order,
    isRead: true,
    copy: 'open' as const,
    content: newContent({
      id,
      type: 'system',
      message: JSON.stringify(body),
      sender: { identifier: systemSender, deviceId: '' },
      timestamp: at,
    }),
    loading: false,
    pending: false,
    error: '' as const,
    fault: '',
  };
}

/** Puts a command's line into its conversation. Must be called inside a transaction that holds `messages`. */
export const putSystemLine = async (db: AccountDb, command: Command): Promise<void> =>
  void (await db.messages.put(lineOf(command)));

/** This many local lines fit between a conversation's last place and the next one. */
const localOrderStep = 2 ** -12;

type NewLine = Pick<Command, 'id' | 'conversationId' | 'cmdId' | 'actor' | 'at'> & Partial<Command>;

/**
 * Puts a line without a place after the newest that the gateway has placed. Must be called inside a transaction that
 * holds `messages`.
 */
export async function appendSystemLine(db: AccountDb, line: NewLine): Promise<void> {
  const { conversationId } = line;
  const newest = await db.messages
    .where('[conversationId+order]')
    .between([conversationId, -Infinity], [conversationId, pendingOrder(0)])
    .last();
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

/** A line that exists only on this device. Must be called inside a transaction that holds `messages`. */
export const putLocalLine = (db: AccountDb, line: NewLine & { cmdId: LocalLine }): Promise<void> =>
  appendSystemLine(db, line);
