// The time until a campaign starts or ends.
import type { Campaign } from '@amber/proto';
import { useNow } from '@amber/ui/useNow';
import { words } from './words/gen/airdrop.ts';
import styles from './Countdown.module.css';

const [minute, hour, day] = [60, 3_600, 86_400];
const padTwo = (number: number) => String(number).padStart(2, '0');

/** Returns a duration such as '3 days 4 h', and '05:12:09' on the last day. */
export function timeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  if (seconds >= day)
    return words.countdown.days({ days: Math.floor(seconds / day), hours: Math.floor((seconds % day) / hour) });
  return [Math.floor(seconds / hour), Math.floor((seconds % hour) / minute), seconds % minute].map(padTwo).join(':');
}

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
