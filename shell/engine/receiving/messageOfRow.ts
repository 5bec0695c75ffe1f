// What a row of the gateway is on this device: a message, or a command.
import type { ChangeRow, MessageRow } from '@amber/client/db';
import type { Content, Device, Row } from '@amber/proto';
import { type UnreadableReason, unreadableReasons } from '@amber/proto/unreadable';
import type { Command } from '../news/command.ts';
import { mentionedIn } from './messageKinds.ts';

/** A row with what it says, as far as that can be read. */
export interface Placed {
  row: Row;
  content: Content;
  fault?: UnreadableReason;
}

const isSame = (sender: Device | null, me: Device) =>
  sender?.identifier === me.identifier && sender.deviceId === me.deviceId;

/** Its sender can say it again. */
export const isToAskFor = ({ sender }: Row, reason: UnreadableReason, me: Device): boolean =>
  unreadableReasons[reason].remedy === 'repair' && sender !== null && !isSame(sender, me);

/** A message as it came; `readSeq`: up to there this person has read the conversation. */
export function toMessage({ row, content, fault }: Placed, me: Device, readSeq: number): MessageRow {
  // What was taken back before it came has nothing to read.
  const isRead =
    row.sender?.identifier === me.identifier || row.seq <= readSeq || (content.message === '' && fault !== 'withheld');
  const isMention = !isRead && mentionedIn(content).includes(me.identifier);
  return {
    id: row.id,
    conversationId: row.conversationId,
    content: { ...content, id: row.id, sender: row.sender, timestamp: row.timestamp },
    loading: false,
    pending: false,
    error: '',
    fault: '',
    createdAt: row.timestamp,
    isRead,
    ...(!isRead && { unread: 1 as const }),
    ...(isMention && { mention: 1 as const }),
    seq: row.seq,
    order: row.seq,
    copy: row.copy,
    ...(fault && { unreadable: fault }),
  };
}

/** What is here under this id keeps its content and takes the gateway's place and time. */
export const settled = (message: MessageRow, row: Row): MessageRow => ({
  ...message,
  content: { ...message.content, timestamp: row.timestamp },
  loading: false,
  pending: false,
  error: '',
  fault: '',
  createdAt: row.timestamp,
  seq: row.seq,
  order: row.seq,
  copy: row.copy,
});

/** The body of one that could not be opened is not known; what it is about is told in clear. */
export const toCommand = ({ row, content, fault }: Placed, me: Device): Command => ({
  id: row.id,
  conversationId: row.conversationId,
  cmdId: content.cmdId,
  actor: row.sender?.identifier ?? '',
  targets: content.targets,
  message: fault ? '' : content.message,
  ...(fault && isToAskFor(row, fault, me) && row.sender && { lost: row.sender.deviceId }),
  sealed: content.encrypted || isSame(row.sender, me),
  at: row.timestamp,
  seq: row.seq,
  order: row.seq,
});

/** What this device has written, once the gateway has given it a place. */
export function commandOf({ kind, target, by, ...kept }: ChangeRow, row: Row): Command {
  return {
    ...kept,
    sealed: true,
    cmdId: kind,
    actor: by,
    targets: [target],
    at: row.timestamp,
    seq: row.seq,
    order: row.seq,
  };
}

/** Why there is nothing to read in a row that came without content; `keysMade` is when this device got its keys. */
export function reasonWithout({ copy, timestamp }: Row, keysMade: number): UnreadableReason | undefined {
  if (copy === 'open') return undefined;
  return copy === 'none' && timestamp >= keysMade ? 'withheld' : 'sent_before_this_device';
}
