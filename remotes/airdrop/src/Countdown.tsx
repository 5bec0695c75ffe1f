// The time until a campaign starts or ends.
import type { Campaign } from '@amber/proto';
import { useNow } from '@amber/ui/useNow';
import { timeLeft } from './timeLeft.ts';
import { words } from './words/gen/airdrop.ts';
import styles from './Countdown.module.css';

/** Renders nothing for an ended campaign. Screen readers do not announce each second. */
export function Countdown({ campaign: { status, begins, ends } }: { campaign: Campaign }) {
  const now = useNow(1_000);
  if (status === 'ended') return null;
  const isLive = status === 'live';
  return (
    <span className={styles.countdown} role="timer" aria-live="off">
      {(isLive ? words.countdown.ends : words.countdown.begins)({ time: timeLeft((isLive ? ends : begins) - now) })}
    </span>
  );
}
