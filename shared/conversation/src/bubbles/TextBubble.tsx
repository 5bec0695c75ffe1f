// A text message.
import { cx } from '@amber/ui/cx';
import { textOf } from '../bodyOf.ts';
import { RichText } from '../RichText.tsx';
import { isEmojiOnly } from '../textParts.ts';
import type { BubbleProps } from './bubbleProps.ts';
import { UnsupportedBubble } from './UnsupportedBubble.tsx';
import styles from './bubbles.module.css';

export function TextBubble({ content }: BubbleProps) {
  const text = textOf(content);
  if (text === null) return <UnsupportedBubble />;
  const isLarge = isEmojiOnly(text);
  return <span className={cx(styles.text, isLarge && styles.large)} data-large={isLarge || undefined}><RichText text={text} /></span>;
}
