// The delivery state of the reader's own message.
import { type MessageRow, statusOf } from '@amber/client/db';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { Fault } from '@amber/proto/faults';
import { isUnreadableReason } from '@amber/proto/unreadable';
import { AlertIcon, ClockIcon } from '@amber/ui/icons';
import { encryptionFailures } from './EncryptionNote.tsx';
import type { MessageActions } from './messageActions.ts';
import type { Reader } from '../kit/reader.ts';
import { words as strings } from '../words/gen/conversation.ts';
import { words as unreadable } from '../words/gen/unreadable.ts';
import styles from './MessageState.module.css';

/** The delivery state that the other side has reported. */
export type Receipt = 'sent' | 'delivered' | 'read';
type State = 'loading' | 'error' | Receipt;

// Ticks are CSS background images, because every second row has one and an SVG would cost the row three elements.
const icons = {
  loading: <ClockIcon />,
  error: <AlertIcon />,
  sent: null,
  delivered: null,
  read: null,
} satisfies Record<State, unknown>;
const labels: Record<State, () => string> = {
  loading: () => strings.sending,
  error: () => strings.notSent,
  sent: () => strings.sent,
  delivered: () => strings.delivered,
  read: () => strings.read,
};

/** Returns whether the other person of a private chat has received or read the message at this position. */
export const receiptOf = (seq: number, readSeq = 0, deliveredSeq = 0): Receipt =>
  seq > 0 && seq <= readSeq ? 'read' : seq > 0 && seq <= deliveredSeq ? 'delivered' : 'sent';

/**
 * Returns the delivery state to show for the user's own message; null if `hidesSent` and the message is merely sent.
 */
export function stateOf(message: MessageRow, receipt: Receipt, hidesSent: boolean): State | null {
  const status = statusOf(message);
  const state = status === 'sent' ? receipt : status;
  return hidesSent && state === 'sent' ? null : state;
}

/** A clock, ticks or a warning, with a text for screen readers. */
export const MessageState = ({ state }: { state: State }) => (
  <span className={styles.state} data-status={state} role="img" aria-label={labels[state]()} title={labels[state]()}>
    {icons[state]}
  </span>
);

interface NotSentProps {
  message: MessageRow;
  reader: Reader;
  actions: MessageActions;
}

/** The line under a failed message: the reason and the available actions. */
export function NotSent({ message, reader, actions }: NotSentProps) {
  const { id, fault, unsealed = [] } = message;
  const isKeyFault = isUnreadableReason(fault);
  const explanation = isKeyFault ? unreadable.shown[fault] : fault ? getErrorMessage(new Fault(fault)) : '';
  const reason = unsealed.length > 0 ? `${explanation} (${encryptionFailures(unsealed, reader)})` : explanation;
  return (
    <div className={styles.notSent}>
      <span>{reason ? strings.notSentBecause({ reason }) : strings.notSent}</span>
      {isKeyFault && actions.onSecurity && (
        <button type="button" className={styles.action} onClick={() => actions.onSecurity!()}>
          {strings.security}
        </button>
      )}
      {fault === 'UNENCRYPTED_ASK' && actions.onSendUnencrypted && (
        <button type="button" className={styles.action} onClick={() => actions.onSendUnencrypted!(id)}>
          {strings.sendUnencrypted}
        </button>
      )}
      <button type="button" className={styles.action} onClick={() => actions.onRetry(id)}>
        {strings.entries.retry}
      </button>
      <button type="button" className={styles.action} onClick={() => actions.onDiscard(id)}>
        {strings.entries.delete}
      </button>
    </div>
  );
}
