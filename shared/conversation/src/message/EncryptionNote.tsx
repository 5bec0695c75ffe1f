// Notes under a message that was not encrypted as expected or could not be decrypted.
import type { CopyFailure, MessageRow } from '@amber/client/db';
import type { Device } from '@amber/proto';
import { unreadableReasons } from '@amber/proto/unreadable';
import { formatDateTime } from '../kit/format.ts';
import { formatNames } from '../kit/formatNames.ts';
import type { MessageActions } from './messageActions.ts';
import { ProtectionMark } from '../protection/ProtectionMark.tsx';
import type { Reader } from '../kit/reader.ts';
import { words } from '../words/gen/conversation.ts';
import { words as unreadable } from '../words/gen/unreadable.ts';
import styles from './MessageState.module.css';

const nameOf = (reader: Reader, identifier: string): string =>
  identifier === reader.me ? words.you : reader.personOf(identifier).name;

const namesOf = (devices: readonly Device[], reader: Reader): string =>
  formatNames([...new Set(devices.map(({ identifier }) => nameOf(reader, identifier)))]);

/** Explains which people's devices got no encrypted copy and why, with one sentence per person and reason. */
export const encryptionFailures = (copies: readonly CopyFailure[], reader: Reader): string =>
  [
    ...new Set(
      copies.map(({ identifier, reason }) => unreadable.unsealed[reason]({ name: nameOf(reader, identifier) })),
    ),
  ].join(' · ');

/** A note under a message that was not encrypted for every device; null if it was. */
export function UnencryptedNote({ message, mine, reader }: { message: MessageRow; mine: boolean; reader: Reader }) {
  const copies = message.plainCopies ?? [];
  const { encrypted, deviceCount } = reader.protection;
  const isUnencrypted = message.aside === 1 || (!mine && !message.content.encrypted && message.copy !== 'none');
  const arrivedUnencrypted = encrypted && isUnencrypted && !message.unreadable;
  if (copies.length === 0 && !arrivedUnencrypted) return null;
  const names = namesOf(copies, reader);
  return (
    <p className={styles.plain} title={encryptionFailures(copies, reader) || undefined}>
      <ProtectionMark state="open">
        {arrivedUnencrypted
          ? undefined
          : deviceCount > 0
            ? words.notEncryptedForSome({ count: copies.length, of: deviceCount, names })
            : words.notEncryptedFor({ count: copies.length, names })}
      </ProtectionMark>
    </p>
  );
}

const untrustedNote = (identifier: string, reader: Reader): string =>
  identifier === reader.me ? words.fromUnapproved : words.fromNewDevice({ name: nameOf(reader, identifier) });

/** Notes about other peculiarities of a message's delivery; null if there are none. */
export function DeliveryNote({ message, reader }: { message: MessageRow; reader: Reader }) {
  const notes = [
    message.untrusted && untrustedNote(message.content.sender?.identifier ?? '', reader),
    message.editOf && words.editOf,
    message.form === 0 && words.olderForm,
    message.olderCopies && words.olderFormFor({ names: namesOf(message.olderCopies, reader) }),
    message.leftOut && words.leftOut({ count: message.leftOut.length, names: namesOf(message.leftOut, reader) }),
    message.writtenAt && words.writtenAt({ time: formatDateTime(message.writtenAt) }),
  ].filter(Boolean);
  return notes.length > 0 ? <p className={styles.plain}>{notes.join(' · ')}</p> : null;
}

/** A note under a message whose resend this device has requested. */
export function ResendNote({ message, actions }: { message: MessageRow; actions: MessageActions }) {
  if (!message.unreadable || unreadableReasons[message.unreadable].remedy !== 'repair') return null;
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
