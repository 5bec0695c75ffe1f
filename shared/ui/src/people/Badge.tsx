// How many things wait; nothing at zero.
import { cx } from '../cx.ts';
import styles from './Badge.module.css';

interface BadgeProps {
  count: number;
  muted?: boolean;
}

/** A count in a pill. It is hidden from screen readers: what carries it says the count in words. */
export function Badge({ count, muted }: BadgeProps) {
  if (count === 0) return null;
  return (
    <span className={cx(styles.badge, muted && styles.muted)} aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  );
}
