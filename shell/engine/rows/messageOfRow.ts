// Converts a row of the gateway to a message or a command on this device.
import type { ChangeRow, MessageRow } from '@amber/client/db';
import type { Content, Device, Row, Sealed } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { type UnreadableReason, unreadableReasons } from '@amber/proto/unreadable';
import type { Command } from './command.ts';
import { mentionedIn } from './messageKinds.ts';

/** A row with its content, as far as it can be read. */
export interface Placed {
  row: Row;
  content: Content;
  fault?: UnreadableReason;
  /** Everything that was sealed, where that was more than the words. */
  said?: Sealed | undefined;
  /** Written by this device. */
  own?: boolean;
  /** It arrived unsealed in a sealed chat. */
  aside?: boolean;
  /** Its device waits for consent. */
  untrusted?: boolean;
  /** It was an edit of this message, which cannot be changed here. */
  editOf?: string;
}

/** The encryption state that a message keeps. */
export const sealedMarks = (
  said: Sealed | undefined,
  createdAt: number,
): Pick<MessageRow, 'form'> & Partial<Pick<MessageRow, 'writtenAt'>> =>
  said ? { form: 1, ...(createdAt - said.sentAt > limits.writtenBefore && { writtenAt: said.sentAt }) } : { form: 0 };

/** Lines are made here: one received in a row is forged. */
const isLine = ({ type }: Content): boolean => type === 'system';

export const isSame = (sender: Device | null, me: Device) =>
  sender?.identifier === me.identifier && sender.deviceId === me.deviceId;

/** Its sender can resend it. */
export const isToAskFor = ({ sender }: Row, reason: UnreadableReason, me: Device): boolean =>
  unreadableReasons[reason].remedy === 'repair' && sender !== null && !isSame(sender, me);

/** A message as it arrived; `readSeq`: this person has read the conversation up to there. */
export function toMessage(
  { row, content, fault, said, own, aside, untrusted, editOf }: Placed,
  me: Device,
  readSeq: number,
): MessageRow {
  // A message withdrawn before it arrived has nothing to read.
  const isRead =
    row.sender?.identifier === me.identifier || row.seq <= readSeq || (content.message === '' && fault !== 'withheld');
  const isMention = !isRead && !aside && !untrusted && mentionedIn(content).includes(me.identifier);
  return {
    id: row.id,
    conversationId: row.conversationId,
    content: {
      ...content,
      id: row.id,
      sender: row.sender,
      timestamp: row.timestamp,
      ...(isLine(content) && { type: 'unknown' }),
    },
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
    ...(own ? { form: 1 as const } : content.encrypted && !fault && sealedMarks(said, row.timestamp)),
    ...(untrusted && { untrusted: 1 as const }),
    ...(editOf && { editOf }),
    ...(aside && { aside: 1 as const }),
  };
}

/** The message stored under this id keeps its content and takes the gateway's place and time. */
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
  ...(row.copy === 'acked' && message.form === undefined && { form: 1 as const }),
});

/** The body of one that could not be opened is unknown; its target is sent in clear. */
export const toCommand = ({ row, content, fault, said, own }: Placed, me: Device): Command => ({
  id: row.id,
  conversationId: row.conversationId,
  cmdId: content.cmdId,
  actor: row.sender?.identifier ?? '',
  device: row.sender?.deviceId ?? '',
  targets: content.targets,
  message: fault ? '' : content.message,
  ...(fault && row.sender && !isSame(row.sender, me) && { lost: row.sender.deviceId }),
  sealed: said !== undefined || own === true,
  at: row.timestamp,
  seq: row.seq,
  order: row.seq,
});

/** What this device has written, once the gateway has given it a place. */
export function commandOf({ kind, target, by, ofAuthor: _, sealedFor, ...kept }: ChangeRow, row: Row): Command {
  return {
    ...kept,
    ...(sealedFor && { sealedFor }),
    sealed: true,
    cmdId: kind,
    actor: by,
    device: row.sender?.deviceId ?? '',
    targets: [target],
    at: row.timestamp,
    seq: row.seq,
    order: row.seq,
  };
}

/** Why a row arrived without content; `keysMade` is when this device got its keys. The gateway's word, both. */
export function reasonWithout({ copy, timestamp }: Row, keysMade: number): UnreadableReason | undefined {
  if (copy === 'open') return undefined;
  return copy === 'none' && timestamp >= keysMade ? 'withheld' : 'sent_before_this_device';
}
