// How far a message of mine has come.
import { type MessageRow, type MessageStatus, statusOf } from '@amber/client/db';
import { Fault } from '@amber/proto/faults';
import { AlertIcon, CheckIcon, ClockIcon } from '@amber/ui/icons';
import type { ComponentType } from 'react';
import { strings } from './strings.ts';
import styles from './MessageState.module.css';

const states = {
  loading: { Icon: ClockIcon, text: strings.sending },
  sent: { Icon: CheckIcon, text: strings.sent },
  error: { Icon: AlertIcon, text: strings.notSent('') },
} satisfies Record<MessageStatus, { Icon: ComponentType; text: string }>;

/** A clock, a tick or a warning, in words for screen readers. */
export function MessageState({ message }: { message: MessageRow }) {
  const status = statusOf(message);
  const { Icon, text } = states[status];
  return <span className={styles.state} data-status={status} role="img" aria-label={text} title={text}><Icon /></span>;
}

interface NotSentProps {
  message: MessageRow;
  onRetry(id: string): void;
  onDiscard(id: string): void;
}

/** The line under a failed message: why, and the two ways on. */
export function NotSent({ message, onRetry, onDiscard }: NotSentProps) {
  const reason = message.fault ? new Fault(message.fault).message : '';
  return (
    <div className={styles.notSent}>
      <span>{strings.notSent(reason)}</span>
      <button type="button" className={styles.action} onClick={() => onRetry(message.id)}>{strings.entries.retry}</button>
      <button type="button" className={styles.action} onClick={() => onDiscard(message.id)}>{strings.entries.delete}</button>
    </div>
  );
}
