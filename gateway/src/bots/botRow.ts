// A message that is written under a bot's name, in its conversation.
import { encode } from '@amber/proto/codec';
import type { StoredRow } from '../core/storedRow.ts';
import type { Transaction } from '../db/store.ts';

export interface AppendedRow {
  row: StoredRow;
  /** The version of the conversation's member list. */
  membersVersion: number;
}

/** A bot has no device, so its messages carry an empty device id. */
export const botDevice = '';

/** Appends the row. The conversation stays locked until the commit, so that its seqs have no gaps. */
export async function appendBotRow(
  tx: Transaction,
  { conversation, bot }: { conversation: string; bot: string },
  content: { id: string; timestamp: number; cmdId?: string; targets?: string[] },
): Promise<AppendedRow> {
  const { type, epoch, last_seq, members_version } = await tx
    .updateTable('conversation')
    .set((row) => ({ last_seq: row('last_seq', '+', 1) }))
    .where('id', '=', conversation)
    .returning(['type', 'epoch', 'last_seq', 'members_version'])
    .executeTakeFirstOrThrow();
  const { id, timestamp: ts, cmdId: cmd_id = '', targets: [target = null] = [] } = content;
  const stored = { conversation, seq: last_seq, id, sender: bot, device: botDevice, ts, sealed: false };
  const body = Buffer.from(encode('Content', content));
  await tx
    .insertInto('message')
    .values({ ...stored, body, cmd_id, target })
    .execute();
  const row = { ...stored, type, epoch, body, copies: [], anonymous: false, withdrawn: false, cmd_id, target };
  return { row, membersVersion: members_version };
}
