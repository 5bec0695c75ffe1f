// The placeholder of a message that cannot be decrypted on this device, with the reason.
import { ProtectionMark } from '../../protection/ProtectionMark.tsx';
import { words as strings } from '../../words/gen/conversation.ts';
import { words as unreadable } from '../../words/gen/unreadable.ts';
import type { BubbleProps } from '../../kit/bubbleProps.ts';
import styles from './bubbles.module.css';

export function UnreadableBubble({ row: { message } }: BubbleProps) {
  const reason = message.unreadable;
  const explanation = reason ? unreadable.shown[reason] : strings.sentBefore;
  return (
    <span className={styles.muted}>
      {reason === 'does_not_match' ? <ProtectionMark state="mismatch">{explanation}</ProtectionMark> : explanation}
    </span>
  );
}
