// The placeholder of a message of a kind that this version does not know.
import { readBody } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import type { BubbleProps } from '../../kit/bubbleProps.ts';
import { words } from '../../words/gen/conversation.ts';
import styles from './bubbles.module.css';

/**
 * New kinds of messages carry a `text` for versions that do not know them, as edits and reactions do. Without `row`, the
 * message is of a known kind, but its body is invalid.
 */
export function UnsupportedBubble({ row }: Partial<Pick<BubbleProps, 'row'>>) {
  const { text } = row ? readBody(row.message.content.message) : {};
  return (
    <>
      <span className={styles.muted}>{words.unsupported}</span>
      {typeof text === 'string' && text.trim() !== '' && (
        <span className={styles.fallback} dir="auto">
          {text.slice(0, limits.textMax)}
        </span>
      )}
    </>
  );
}
