// What is said under a message that is not encrypted as it should be, or could not be opened.
import type { CopyFailure, MessageRow } from '@amber/client/db';
import type { Device } from '@amber/proto';
import { unreadableReasons } from '@amber/proto/unreadable';
import { formatExact } from '../kit/format.ts';
import { listed } from '../kit/listed.ts';
import type { MessageActions } from './messageActions.ts';
import { ProtectionMark } from '../protection/ProtectionMark.tsx';
import type { Reader } from '../kit/reader.ts';
import { words } from '../words/gen/conversation.ts';
import { words as unreadable } from '../words/gen/unreadable.ts';
import styles from './MessageState.module.css';

const nameOf = (reader: Reader, identifier: string): string =>
  identifier === reader.me ? words.you : reader.personOf(identifier).name;

const namesOf = (devices: readonly Device[], reader: Reader): string =>
  listed([...new Set(devices.map(({ identifier }) => nameOf(reader, identifier)))]);

/** Whose devices have no encrypted copy and why, one sentence each person and reason. */
export const reasonsOf = (copies: readonly CopyFailure[], reader: Reader): string =>
  [
    ...new Set(
      copies.map(({ identifier, reason }) => unreadable.unsealed[reason]({ name: nameOf(reader, identifier) })),
    ),
  ].join(' · ');

/** Under a message; null for one that is as it should be. */
export function PlainNote({ message, mine, reader }: { message: MessageRow; mine: boolean; reader: Reader }) {
  const copies = message.plainCopies ?? [];
  const { encrypted, devices } = reader.protection;
  const isOpen = message.aside === 1 || (!mine && !message.content.encrypted && message.copy !== 'none');
  const arrived = encrypted && isOpen && !message.unreadable;
  if (copies.length === 0 && !arrived) return null;
  const names = namesOf(copies, reader);
  return (
    <p className={styles.plain} title={reasonsOf(copies, reader) || undefined}>
      <ProtectionMark state="open">
        {arrived
          ? undefined
          : devices > 0
            ? words.notEncryptedForSome({ count: copies.length, of: devices, names })
            : words.notEncryptedFor({ count: copies.length, names })}
      </ProtectionMark>
    </p>
  );
}

const untrustedNote = (identifier: string, reader: Reader): string =>
  identifier === reader.me ? words.fromUnapproved : words.fromNewDevice({ name: nameOf(reader, identifier) });

/** What else is to be known of how a message came; null for one that is as usual. */
export function SealNote({ message, reader }: { message: MessageRow; reader: Reader }) {
  const said = [
    message.untrusted && untrustedNote(message.content.sender?.identifier ?? '', reader),
    message.editOf && words.editOf,
    message.form === 0 && words.olderForm,
    message.olderCopies && words.olderFormFor({ names: namesOf(message.olderCopies, reader) }),
    message.leftOut && words.leftOut({ count: message.leftOut.length, names: namesOf(message.leftOut, reader) }),
    message.writtenAt && words.writtenAt({ time: formatExact(message.writtenAt) }),
  ].filter(Boolean);
  return said.length > 0 ? <p className={styles.plain}>{said.join(' · ')}</p> : null;
}

/** Under a message that this device has asked for again. */
export function AskedAgain({ message, can }: { message: MessageRow; can: MessageActions }) {
  if (!message.unreadable || unreadableReasons[message.unreadable].remedy !== 'repair') return null;
  return (
    <div className={styles.asked}>
      <span>{words.askedAgain}</span>
      {can.onAskAgain && (
        <button type="button" className={styles.action} onClick={() => can.onAskAgain!(message.id)}>
          {words.askAgain}
        </button>
      )}
    </div>
  );
}
