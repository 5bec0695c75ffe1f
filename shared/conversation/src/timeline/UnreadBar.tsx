// The bar at the top of a timeline that leads back to the first unread message.
import { CloseIcon, UpIcon } from '@amber/ui/icons';
import { VisuallyHidden } from '@amber/ui/VisuallyHidden';
import { formatShort } from '../kit/format.ts';
import { words } from '../words/gen/unread.ts';
import styles from './UnreadBar.module.css';

interface UnreadBarProps {
  count: number;
  at: number;
  now: number;
  onJump(): void;
  onClose(): void;
}

export const UnreadBar = ({ count, at, now, onJump, onClose }: UnreadBarProps) => (
  <div className={styles.bar}>
    <button type="button" className={styles.jump} onClick={onJump}>
      {words.since({ count, time: formatShort(at, now) })}
      <UpIcon />
    </button>
    <button type="button" className={styles.close} onClick={onClose}>
      <CloseIcon />
      <VisuallyHidden>{words.hide}</VisuallyHidden>
    </button>
  </div>
);
