// A message that cannot be read on this device, and why.
import { words as strings } from '../../words/gen/conversation.ts';
import { words as unreadable } from '../../words/gen/unreadable.ts';
import type { BubbleProps } from './bubbleProps.ts';
import styles from './bubbles.module.css';

export const UnreadableBubble = ({ row: { message } }: BubbleProps) => (
  <span className={styles.muted}>{message.unreadable ? unreadable.shown[message.unreadable] : strings.sentBefore}</span>
);
