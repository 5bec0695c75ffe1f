// The lines above a message: a new day, and where the unread messages begin.
import type { TimelineRow } from '../kit/timelineRow.ts';
import { words } from '../words/gen/conversation.ts';
import styles from './MessageItem.module.css';

export const RowHeadings = ({ row: { dayLabel, isFirstUnread, newCount } }: { row: TimelineRow }) => (
  <>
    {dayLabel && (
      <p className={styles.day}>
        <span>{dayLabel}</span>
      </p>
    )}
    {isFirstUnread && (
      <p className={styles.new}>
        <span>{newCount > 0 ? words.newMessagesWhole({ count: newCount }) : words.newLine}</span>
      </p>
    )}
  </>
);
