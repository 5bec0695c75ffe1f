// Decides which notes a message has about its encryption and its delivery.
import type { MessageRow } from '@amber/client/rows';
import { protectionOf } from '@amber/client/messageState';
import { unreadableReasons } from '@amber/proto/unreadable';
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import { arrivedUnencrypted } from '../kit/arrivedUnencrypted.ts';
import type { MessageActions } from './messageActions.ts';
import { ProtectionMark } from '../protection/ProtectionMark.tsx';
import type { Reader } from '../kit/reader.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';
import styles from './MessageState.module.css';

const loadNotes = () => import(/* webpackChunkName: "messageParts" */ './MessageNotes.tsx');
const PlainCopiesNote = loadOnOpen(async () => (await loadNotes()).PlainCopiesNote);
const DeliveryNotes = loadOnOpen(async () => (await loadNotes()).DeliveryNotes);
const RequestedNote = loadOnOpen(async () => (await loadNotes()).RequestedNote);

/**
 * A note under a message that was not encrypted for every device; null if it was. Messages that arrived unencrypted have
 * one note per group, because a group has nothing else in it.
 */
export function UnencryptedNote({ row, reader }: { row: TimelineRow; reader: Reader }) {
  const { message, mine, isLastOfGroup } = row;
  if (protectionOf(message, mine) === 'partly') return <PlainCopiesNote row={row} reader={reader} />;
  if (!isLastOfGroup || !reader.protection.encrypted || !arrivedUnencrypted(message, mine)) return null;
  return (
    <p className={styles.plain}>
      <ProtectionMark state="open" />
    </p>
  );
}

/** Notes about other peculiarities of a message's delivery; null if there are none. */
export function DeliveryNote({ row, reader }: { row: TimelineRow; reader: Reader }) {
  const { message, mine } = row;
  const { editOf, form, olderCopies, leftOut, writtenAt } = message;
  const hasNotes =
    protectionOf(message, mine) === 'notAccepted' ||
    Boolean(editOf ?? olderCopies ?? leftOut ?? writtenAt) ||
    form === 0;
  return hasNotes ? <DeliveryNotes row={row} reader={reader} /> : null;
}

/** A note under a message whose resend this device has requested. */
export const ResendNote = ({ message, actions }: { message: MessageRow; actions: MessageActions }) =>
  message.unreadable && unreadableReasons[message.unreadable].remedy === 'repair' ? (
    <RequestedNote message={message} actions={actions} />
  ) : null;
