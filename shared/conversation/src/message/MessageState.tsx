// The delivery state of the reader's own message.
import { type MessageRow, statusOf } from '@amber/client/db';
import { sentenceOf } from '@amber/client/sentenceOf';
import { Fault } from '@amber/proto/faults';
import { isUnreadableReason } from '@amber/proto/unreadable';
import { AlertIcon, ClockIcon } from '@amber/ui/icons';
import { reasonsOf } from './EncryptionNote.tsx';
import type { MessageActions } from './messageActions.ts';
import type { Reader } from '../kit/reader.ts';
import { words as strings } from '../words/gen/conversation.ts';
import { words as unreadable } from '../words/gen/unreadable.ts';
import styles from './MessageState.module.css';

/** What the other side has reported. */
export type Reach = 'sent' | 'delivered' | 'read';
type State = 'loading' | 'error' | Reach;

// Ticks are pictures in the style: there is one in every second row, and a drawing costs the row three elements.
const icons = {
  loading: <ClockIcon />,
  error: <AlertIcon />,
  sent: null,
  delivered: null,
  read: null,
} satisfies Record<State, unknown>;
const texts: Record<State, () => string> = {
  loading: () => strings.sending,
  error: () => strings.notSent,
  sent: () => strings.sent,
  delivered: () => strings.delivered,
  read: () => strings.read,
};

/** Whether the other person of a private chat has received or read the message at this place. */
export const reachOf = (seq: number, readSeq = 0, deliveredSeq = 0): Reach =>
  seq > 0 && seq <= readSeq ? 'read' : seq > 0 && seq <= deliveredSeq ? 'delivered' : 'sent';

/** What to show of a message of mine; null where it is `quiet` that it was sent: it goes without saying. */
export function stateOf(message: MessageRow, reach: Reach, quiet: boolean): State | null {
  const status = statusOf(message);
  const state = status === 'sent' ? reach : status;
  return quiet && state === 'sent' ? null : state;
}

/** A clock, ticks or a warning, in words for screen readers. */
export const MessageState = ({ state }: { state: State }) => (
  <span className={styles.state} data-status={state} role="img" aria-label={texts[state]()} title={texts[state]()}>
    {icons[state]}
  </span>
);

interface NotSentProps {
  message: MessageRow;
  reader: Reader;
  can: MessageActions;
}

/** The line under a failed message: why, and the ways on. */
export function NotSent({ message, reader, can }: NotSentProps) {
  const { id, fault, unsealed = [] } = message;
  const isKeys = isUnreadableReason(fault);
  const said = isKeys ? unreadable.shown[fault] : fault ? sentenceOf(new Fault(fault)) : '';
  const reason = unsealed.length > 0 ? `${said} (${reasonsOf(unsealed, reader)})` : said;
  return (
    <div className={styles.notSent}>
      <span>{reason ? strings.notSentBecause({ reason }) : strings.notSent}</span>
      {isKeys && can.onSecurity && (
        <button type="button" className={styles.action} onClick={() => can.onSecurity!()}>
          {strings.security}
        </button>
      )}
      {fault === 'UNENCRYPTED_ASK' && can.onSendUnencrypted && (
        <button type="button" className={styles.action} onClick={() => can.onSendUnencrypted!(id)}>
          {strings.sendUnencrypted}
        </button>
      )}
      <button type="button" className={styles.action} onClick={() => can.onRetry(id)}>
        {strings.entries.retry}
      </button>
      <button type="button" className={styles.action} onClick={() => can.onDiscard(id)}>
        {strings.entries.delete}
      </button>
    </div>
  );
}
