// The name of the other person in a call, and what the call is doing.
import { cx } from '@amber/ui/cx';
import type { CallState } from './callState.ts';
import { callStatusText, isAnnounced } from './callStatusText.tsx';
import styles from './CallTitle.module.css';

interface CallTitleProps {
  call: CallState;
  /** The other person's. */
  name: string;
  className?: string | undefined;
}

export const CallTitle = ({ call, name, className }: CallTitleProps) => (
  <span className={cx(styles.title, className)}>
    <bdi className={styles.name}>{name}</bdi>
    <span
      className={styles.status}
      role={call.status === 'incoming' ? 'alert' : isAnnounced(call) ? 'status' : undefined}
    >
      {callStatusText(call)}
    </span>
  </span>
);
