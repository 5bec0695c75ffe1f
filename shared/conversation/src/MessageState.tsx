// How far a message of mine has come.
import { type MessageRow, statusOf } from '@amber/client/db';
import { Fault } from '@amber/proto/faults';
import { AlertIcon, CheckIcon, ClockIcon, DeliveredIcon, ReadIcon } from '@amber/ui/icons';
import type { ComponentType } from 'react';
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
