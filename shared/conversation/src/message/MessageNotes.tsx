// The notes under a message that are needed seldom, loaded with the first of them.
import type { CopyFailure, MessageRow } from '@amber/client/rows';
import { protectionOf } from '@amber/client/messageState';
import type { Device } from '@amber/proto';
import { formatDateTime, formatNames } from '../kit/format.ts';
import type { MessageActions } from './messageActions.ts';
import { ProtectionMark } from '../protection/ProtectionMark.tsx';
import type { Reader } from '../kit/reader.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { words } from '../words/gen/notes.ts';
import styles from './MessageState.module.css';

const namesOf = (devices: readonly Device[], reader: Reader): string =>
  formatNames([...new Set(devices.map(({ identifier }) => reader.nameOrYou(identifier)))]);

/** Explains which people's devices got no encrypted copy and why, with one sentence per person and reason. */
export const encryptionFailures = (copies: readonly CopyFailure[], reader: Reader): string =>
  [
    ...new Set(copies.map(({ identifier, reason }) => words.unsealed[reason]({ name: reader.nameOrYou(identifier) }))),
  ].join(' · ');

/** A note under a message that was not encrypted for some devices. */
export function PlainCopiesNote({ row, reader }: { row: TimelineRow; reader: Reader }) {
  const { plainCopies: copies = [] } = row.message;
  const { deviceCount } = reader.protection;
  const names = namesOf(copies, reader);
  return (
    <p className={styles.plain} title={encryptionFailures(copies, reader)}>
      <ProtectionMark state="open">
        {deviceCount > 0
          ? words.notEncryptedForSome({ count: copies.length, of: deviceCount, names })
          : words.notEncryptedFor({ count: copies.length, names })}
      </ProtectionMark>
    </p>
  );
}

const untrustedNote = (identifier: string, reader: Reader): string =>
  identifier === reader.me ? words.fromUnapproved : words.fromNewDevice({ name: reader.nameOrYou(identifier) });

/** Notes about other peculiarities of a message's delivery. */
export function DeliveryNotes({ row: { message, mine, author }, reader }: { row: TimelineRow; reader: Reader }) {
  const notes = [
    protectionOf(message, mine) === 'notAccepted' && untrustedNote(author, reader),
    message.editOf && words.editOf,
    message.form === 0 && words.olderForm,
    message.olderCopies && words.olderFormFor({ names: namesOf(message.olderCopies, reader) }),
    message.leftOut && words.leftOut({ count: message.leftOut.length, names: namesOf(message.leftOut, reader) }),
    message.writtenAt && words.writtenAt({ time: formatDateTime(message.writtenAt) }),
  ].filter(Boolean);
  return <p className={styles.plain}>{notes.join(' · ')}</p>;
}

/** A note under a message whose resend this device has requested. */
export function RequestedNote({ message, actions }: { message: MessageRow; actions: MessageActions }) {
  return (
    <div className={styles.asked}>
      <span>{words.askedAgain}</span>
      {actions.onAskAgain && (
        <button type="button" className={styles.action} onClick={() => actions.onAskAgain!(message.id)}>
          {words.askAgain}
        </button>
      )}
    </div>
  );
}
