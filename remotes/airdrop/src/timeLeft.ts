// Formats the remaining time of a countdown.
import { words } from './words/gen/airdrop.ts';

const [minute, hour, day] = [60, 3_600, 86_400];
const padTwo = (number: number) => String(number).padStart(2, '0');

/** Returns a duration such as '3 days 4 h', and '05:12:09' on the last day. */
export function timeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  if (seconds >= day)
    return words.countdown.days({ days: Math.floor(seconds / day), hours: Math.floor((seconds % day) / hour) });
  return [Math.floor(seconds / hour), Math.floor((seconds % hour) / minute), seconds % minute].map(padTwo).join(':');
}
