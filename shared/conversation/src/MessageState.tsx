// How far a message of mine has come.
import { type MessageRow, statusOf } from '@amber/client/db';
import { Fault } from '@amber/proto/faults';
import { isUnreadableReason, unreadableReasons } from '@amber/proto/unreadable';
import { AlertIcon, CheckIcon, ClockIcon, DeliveredIcon, ReadIcon } from '@amber/ui/icons';
import type { ComponentType } from 'react';
import { reasonsOf } from './EncryptionNote.tsx';
import type { MessageActions } from './messageActions.ts';
import type { Reader } from './reader.ts';
import { strings } from './strings.ts';
import styles from './MessageState.module.css';

/** What the other side has told of it. */
export type Reach = 'sent' | 'delivered' | 'read';
type State = 'loading' | 'error' | Reach;

const states = {
  loading: { Icon: ClockIcon, text: strings.sending },
  error: { Icon: AlertIcon, text: strings.notSent('') },
  sent: { Icon: CheckIcon, text: strings.sent },
  delivered: { Icon: DeliveredIcon, text: strings.delivered },
  read: { Icon: ReadIcon, text: strings.read },
} satisfies Record<State, { Icon: ComponentType; text: string }>;

/** How far the other of a private chat has come with what stands at this place. */
export const reachOf = (seq: number, readSeq = 0, deliveredSeq = 0): Reach =>
  (seq > 0 && seq <= readSeq ? 'read' : seq > 0 && seq <= deliveredSeq ? 'delivered' : 'sent');

interface MessageStateProps {
  message: MessageRow;
  reach: Reach;
  /** That it was sent goes without saying. */
  quiet: boolean;
}

/** A clock, ticks or a warning, in words for screen readers. */
export function MessageState({ message, reach, quiet }: MessageStateProps) {
  const status = statusOf(message);
  const state: State = status === 'sent' ? reach : status;
  if (quiet && state === 'sent') return null;
  const { Icon, text } = states[state];
  return <span className={styles.state} data-status={state} role="img" aria-label={text} title={text}><Icon /></span>;
}

interface NotSentProps {
  message: MessageRow;
  reader: Reader;
  can: MessageActions;
}

/** The line under a failed message: why, and the ways on. */
export function NotSent({ message, reader, can }: NotSentProps) {
  const { id, fault, unsealed = [] } = message;
  const isKeys = isUnreadableReason(fault);
  const said = isKeys ? unreadableReasons[fault].words : fault ? new Fault(fault).message : '';
  const reason = unsealed.length > 0 ? `${said} (${reasonsOf(unsealed, reader)})` : said;
  return (
    <div className={styles.notSent}>
      <span>{strings.notSent(reason)}</span>
      {isKeys && can.onSecurity && <button type="button" className={styles.action} onClick={() => can.onSecurity!()}>{strings.security}</button>}
      {fault === 'UNENCRYPTED_ASK' && can.onSendUnencrypted && (
        <button type="button" className={styles.action} onClick={() => can.onSendUnencrypted!(id)}>{strings.sendUnencrypted}</button>
      )}
      <button type="button" className={styles.action} onClick={() => can.onRetry(id)}>{strings.entries.retry}</button>
      <button type="button" className={styles.action} onClick={() => can.onDiscard(id)}>{strings.entries.delete}</button>
    </div>
  );
}
