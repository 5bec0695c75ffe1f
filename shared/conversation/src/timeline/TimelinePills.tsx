// The buttons over the end of a timeline: back to where a quote was, to a mention, and to the newest message.
import { cx } from '@amber/ui/cx';
import { AtIcon, DownIcon } from '@amber/ui/icons';
import { VisuallyHidden } from '@amber/ui/VisuallyHidden';
import { words as messages } from '../words/gen/conversation.ts';
import { words } from '../words/gen/unread.ts';
import styles from './Timeline.module.css';

interface TimelinePillsProps {
  /** Whether there is any. */
  open: boolean;
  /** Returns to the message from which the reader jumped to a quote; absent if they did not. */
  onReturn: (() => void) | undefined;
  mentions: number;
  onJumpToMention: (() => void) | undefined;
  unread: number;
  /** Absent where the newest message is in view. */
  onJumpToNewest: (() => void) | undefined;
}

export const TimelinePills = ({ onReturn, mentions, onJumpToMention, unread, onJumpToNewest }: TimelinePillsProps) => (
  <div className={styles.pills}>
    {onReturn && (
      <button type="button" className={cx(styles.pill, styles.labelled)} onClick={onReturn}>
        <span>{words.backToReply}</span>
        <DownIcon />
      </button>
    )}
    {mentions > 0 && onJumpToMention && (
      <button
        type="button"
        className={styles.pill}
        aria-label={words.toMention({ count: mentions })}
        onClick={onJumpToMention}
      >
        <AtIcon />
        {mentions > 1 && <span aria-hidden="true">{mentions}</span>}
      </button>
    )}
    {onJumpToNewest && (
      <button type="button" className={cx(styles.pill, unread > 0 && styles.labelled)} onClick={onJumpToNewest}>
        {unread > 0 ? (
          <>
            <span aria-hidden="true">{words.newMessages({ count: unread })}</span>
            <VisuallyHidden>{messages.newMessagesWhole({ count: unread })}</VisuallyHidden>
          </>
        ) : (
          <VisuallyHidden>{words.toNewest}</VisuallyHidden>
        )}
        <DownIcon />
      </button>
    )}
  </div>
);
