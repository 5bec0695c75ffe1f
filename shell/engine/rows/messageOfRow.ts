// Converts a row of the gateway to a message or a command on this device.
import type { ChangeRow, MessageRow } from '@amber/client/db';
import type { Content, Device, Row, Sealed } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { type UnreadableReason, unreadableReasons } from '@amber/proto/unreadable';
import type { Command } from './command.ts';
import { mentionedIn } from './messageKinds.ts';

/** A row with its content, as far as it can be read. */
export interface OpenedRow {
  row: Row;
  content: Content;
  fault?: UnreadableReason;
  /** Everything that was sealed, where that was more than the words. */
  envelope?: Sealed | undefined;
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
export const encryptionFieldsOf = (
  envelope: Sealed | undefined,
  createdAt: number,
): Pick<MessageRow, 'form'> & Partial<Pick<MessageRow, 'writtenAt'>> =>
  envelope
    ? { form: 1, ...(createdAt - envelope.sentAt > limits.clockSkewShown && { writtenAt: envelope.sentAt }) }
    : { form: 0 };

/** Lines are made here: one received in a row is forged. */
const isLine = ({ type }: Content): boolean => type === 'system';

export const isSameDevice = (sender: Device | null, me: Device) =>
  sender?.identifier === me.identifier && sender.deviceId === me.deviceId;

/** Its sender can resend it. */
export const isResendable = ({ sender }: Row, reason: UnreadableReason, me: Device): boolean =>
  unreadableReasons[reason].remedy === 'repair' && sender !== null && !isSameDevice(sender, me);

/** A message as it arrived; `readSeq`: this person has read the conversation up to there. */
export function toMessage(
  { row, content, fault, envelope, own, aside, untrusted, editOf }: OpenedRow,
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
    ...(own ? { form: 1 as const } : content.encrypted && !fault && encryptionFieldsOf(envelope, row.timestamp)),
    ...(untrusted && { untrusted: 1 as const }),
    ...(editOf && { editOf }),
    ...(aside && { aside: 1 as const }),
  };
}

/** The message stored under this id keeps its content and takes the gateway's place and time. */
export const confirmMessage = (message: MessageRow, row: Row): MessageRow => ({
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
export const toCommand = ({ row, content, fault, envelope, own }: OpenedRow, me: Device): Command => ({
  id: row.id,
  conversationId: row.conversationId,
  cmdId: content.cmdId,
  actor: row.sender?.identifier ?? '',
  device: row.sender?.deviceId ?? '',
  targets: content.targets,
  message: fault ? '' : content.message,
  ...(fault && row.sender && !isSameDevice(row.sender, me) && { lost: row.sender.deviceId }),
  sealed: envelope !== undefined || own === true,
  at: row.timestamp,
  seq: row.seq,
  order: row.seq,
});

/** What this device has written, once the gateway has given it a place. */
export function confirmCommand({ kind, target, by, ofAuthor: _, sealedFor, ...rest }: ChangeRow, row: Row): Command {
  return {
    ...rest,
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
export function unreadableReasonOf({ copy, timestamp }: Row, keysCreatedAt: number): UnreadableReason | undefined {
  if (copy === 'open') return undefined;
  return copy === 'none' && timestamp >= keysCreatedAt ? 'withheld' : 'sent_before_this_device';
}
