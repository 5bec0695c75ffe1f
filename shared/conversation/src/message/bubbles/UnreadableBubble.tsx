// A message that could not be opened on this device, in honest words.
import { unreadableReasons } from '@amber/proto/unreadable';
import { words as strings } from '../../words/gen/conversation.ts';
import type { BubbleProps } from './bubbleProps.ts';
import styles from './bubbles.module.css';

export const UnreadableBubble = ({ row: { message } }: BubbleProps) => (
  <span className={styles.muted}>
    {message.unreadable ? unreadableReasons[message.unreadable].words : strings.sentBefore}
  </span>
);
