// Relative times for the feed.
import { formatDate } from '@amber/words/formats';
import { words } from '../words/gen/moments.ts';

const minute = 60_000;
/** Milliseconds after which a relative time may change. */
export const refreshInterval = minute;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns 'now', '5 min', '3 h', '2 d', '17 Nov', or a date with its year. */
export function relativeTime(time: number, now: number): string {
  const elapsed = now - time;
  if (elapsed < minute) return words.now;
  if (elapsed < hour) return words.minutes({ count: Math.floor(elapsed / minute) });
  if (elapsed < day) return words.hours({ count: Math.floor(elapsed / hour) });
  if (elapsed < 7 * day) return words.days({ count: Math.floor(elapsed / day) });
  return formatDate(time, new Date(time).getFullYear() === new Date(now).getFullYear() ? 'day' : 'date');
}
