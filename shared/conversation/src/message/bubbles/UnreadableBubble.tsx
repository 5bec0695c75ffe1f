// The placeholder of a message that cannot be decrypted on this device. The reasons are loaded with the first one.
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import type { BubbleProps } from '../../kit/bubbleProps.ts';
import styles from './bubbles.module.css';

const UnreadableReason = loadOnOpen(
  async () => (await import(/* webpackChunkName: "messageParts" */ './UnreadableReason.tsx')).UnreadableReason,
);

export const UnreadableBubble = ({ row: { message } }: BubbleProps) => (
  <span className={styles.muted}>
    <UnreadableReason reason={message.unreadable} />
  </span>
);
