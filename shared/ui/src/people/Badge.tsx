// A count of pending things, and one of messages that mention the user; hidden at zero.
import { cx } from '../cx.ts';
import styles from './Badge.module.css';

interface BadgeProps {
  count: number;
  muted?: boolean;
  /** Whether the count is not shown: the person has marked the chat as unread. */
  marked?: boolean;
}

/**
 * Renders a count in a pill. It is hidden from screen readers: its parent includes the count in its accessible name.
 */
export function Badge({ count, muted, marked }: BadgeProps) {
  if (count === 0) return null;
  return (
    <span className={cx(styles.badge, muted && styles.muted)} aria-hidden="true">
      {marked ? '' : count > 99 ? '99+' : count}
    </span>
  );
}

/** Renders the number of unread mentions beside a `Badge`, in the primary colour even in a muted chat; one is '@'. */
export function MentionBadge({ count }: Pick<BadgeProps, 'count'>) {
  if (count === 0) return null;
  return (
    <span className={styles.badge} dir="ltr" aria-hidden="true">
      @{count > 99 ? '99+' : count > 1 && count}
    </span>
  );
}
