// The line under a message that was not sent.
import type { MessageRow } from '@amber/client/rows';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { Fault } from '@amber/proto/faults';
import { isUnreadableReason } from '@amber/proto/unreadable';
import { encryptionFailures } from './MessageNotes.tsx';
import type { MessageActions } from './messageActions.ts';
import type { Reader } from '../kit/reader.ts';
import { words as strings } from '../words/gen/notes.ts';
import { words as delivery } from '../words/gen/delivery.ts';
import { words as unreadable } from '../words/gen/unreadable.ts';
import styles from './MessageState.module.css';

interface NotSentProps {
  message: MessageRow;
  reader: Reader;
  actions: MessageActions;
}

/** Shows the reason and the available actions. */
export function NotSent({ message, reader, actions }: NotSentProps) {
  const { id, fault, unsealed = [] } = message;
  const isKeyFault = isUnreadableReason(fault);
  const explanation = isKeyFault ? unreadable.shown[fault] : fault ? getErrorMessage(new Fault(fault)) : '';
  const reason = unsealed.length > 0 ? `${explanation} (${encryptionFailures(unsealed, reader)})` : explanation;
  return (
    <div className={styles.notSent}>
      <span>{reason ? strings.notSentBecause({ reason }) : delivery.notSent}</span>
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
        {strings.retry}
      </button>
      <button type="button" className={styles.action} onClick={() => actions.onDiscard(id)}>
        {strings.discard}
      </button>
    </div>
  );
}
