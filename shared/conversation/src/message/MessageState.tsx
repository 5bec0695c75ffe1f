// The delivery state of the reader's own message.
import type { MessageRow } from '@amber/client/rows';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import type { Delivery } from '@amber/client/messageState';
import { Fault } from '@amber/proto/faults';
import { isUnreadableReason } from '@amber/proto/unreadable';
import { AlertIcon, ClockIcon } from '@amber/ui/icons';
import type { ReactElement } from 'react';
import { encryptionFailures } from './EncryptionNote.tsx';
import type { MessageActions } from './messageActions.ts';
import type { Reader } from '../kit/reader.ts';
import { words as strings } from '../words/gen/conversation.ts';
import { words as unreadable } from '../words/gen/unreadable.ts';
import styles from './MessageState.module.css';

// Ticks are CSS background images, because every second row has one and an SVG would cost the row three elements.
const icons: Partial<Record<Delivery, ReactElement>> = {
  queued: <ClockIcon />,
  uploading: <ClockIcon />,
  failed: <AlertIcon />,
};

// The words are read when they are shown, because the page's language is loaded later.
const labels: Record<Delivery, () => string> = {
  queued: () => strings.sending,
  uploading: () => strings.sending,
  failed: () => strings.notSent,
  sent: () => strings.sent,
  delivered: () => strings.delivered,
  read: () => strings.read,
};

/** A clock, ticks or a warning, with a text for screen readers. */
export function MessageState({ delivery }: { delivery: Delivery }) {
  const label = labels[delivery]();
  return (
    <span className={styles.state} data-status={delivery} role="img" aria-label={label} title={label}>
      {icons[delivery]}
    </span>
  );
}

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
