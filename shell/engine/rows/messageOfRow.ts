// Converts a row of the gateway to a message or a command on this device.
import type { ChangeRow, MessageRow } from '@amber/client/db';
import type { Content, Device, Row, Sealed } from '@amber/proto';
import type { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { type UnreadableReason, unreadableReasons } from '@amber/proto/unreadable';
import type { Command } from './command.ts';
import { mentionedIn } from './messageKinds.ts';

/** A content after this device has tried to decrypt it, as far as this device can read it. */
export interface OpenedContent {
  /**
   * The decrypted content. With a fault it is the received one, which may become readable later. `encrypted` says how
   * it arrived.
   */
  content: Content;
  /** Its code is one of `@amber/proto/unreadable`. */
  fault?: Fault;
  /**
   * Everything that was encrypted. Absent for an unencrypted content, and for the older form, which covers only the
   * text.
   */
  envelope?: Sealed;
  /** Whether the sending device is not trusted yet: the content is marked as such, and changes nothing. */
  untrusted?: true;
  /** Whether this device wrote it, so that the gateway cannot have forged any of it. */
  own?: true;
}

/** A row with its content, as far as it can be read. */
export interface OpenedRow {
  row: Row;
  content: Content;
  fault?: UnreadableReason;
  /** Everything that was encrypted; absent for the older form, which covers only the text. */
  envelope?: Sealed | undefined;
  /** Whether this device wrote it. */
  own?: boolean;
  /** Whether it arrived unencrypted in an encrypted chat. */
  aside?: boolean;
  /** Whether the device that sent it waits for consent. */
  untrusted?: boolean;
  /** The id of the message that it was meant to edit, which cannot be changed here. */
  editOf?: string;
}

/** The state of a message that is neither being sent nor has failed. */
const settledState = { loading: false, pending: false, error: '', fault: '' } as const;

/** Creates a message that was sent to this device and counts as read. */
export const newReadMessage = (
  content: Content,
  conversationId: string,
  seq: number,
  createdAt: number,
): MessageRow => ({
  id: content.id,
  conversationId,
  content,
  ...settledState,
  createdAt,
  isRead: true,
  seq,
  order: seq,
  copy: 'acked',
});

/** The fields of a message that record how it was encrypted. */
export const encryptionFieldsOf = (
  envelope: Sealed | undefined,
  createdAt: number,
): Pick<MessageRow, 'form'> & Partial<Pick<MessageRow, 'writtenAt'>> =>
  envelope
    ? { form: 1, ...(createdAt - envelope.sentAt > limits.clockSkewShown && { writtenAt: envelope.sentAt }) }
    : { form: 0 };

/** System lines are created only on the device: one that arrives in a row is forged. */
const isLine = ({ type }: Content): boolean => type === 'system';

export const isSameDevice = (sender: Device | null, me: Device) =>
  sender?.identifier === me.identifier && sender.deviceId === me.deviceId;

/** Whether the sender can resend this message. */
export const isResendable = ({ sender }: Row, reason: UnreadableReason, me: Device): boolean =>
  unreadableReasons[reason].remedy === 'repair' && sender !== null && !isSameDevice(sender, me);

/** Converts a received row to a message. `readSeq` is the account's read position in the conversation. */
export function toMessage(
  { row, content, fault, envelope, own, aside, untrusted, editOf }: OpenedRow,
  me: Device,
  readSeq: number,
): MessageRow {
  // A message withdrawn before it arrived has no text to read.
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
    ...settledState,
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

/** The stored message keeps its content and gets the position and time that the gateway assigned. */
export const confirmMessage = (message: MessageRow, row: Row): MessageRow => ({
  ...message,
  content: { ...message.content, timestamp: row.timestamp },
  ...settledState,
  createdAt: row.timestamp,
  seq: row.seq,
  order: row.seq,
  copy: row.copy,
  ...(row.copy === 'acked' && message.form === undefined && { form: 1 as const }),
});

/** Converts a row to a command. If it could not be decrypted its body stays empty; its target is sent unencrypted. */
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

/** Converts a change that this device wrote to a command, with the position that the gateway assigned. */
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

/**
 * Returns why a row arrived without content. `keysCreatedAt` is when this device's keys were created. Both the copy
 * state and the time are claims of the gateway.
 */
export function unreadableReasonOf({ copy, timestamp }: Row, keysCreatedAt: number): UnreadableReason | undefined {
  if (copy === 'open') return undefined;
  return copy === 'none' && timestamp >= keysCreatedAt ? 'withheld' : 'sent_before_this_device';
}
