// Relative times for the feed.
import { formatDate } from '@amber/words/formats';
import { words } from '../words/gen/moments.ts';

const minute = 60_000;
/** How often what it says may change. */
export const redrawEvery = minute;
const hour = 60 * minute;
const day = 24 * hour;

/** 'now', '5 min', '3 h', '2 d', '17 Nov', or a date with its year. */
export function since(time: number, now: number): string {
  const passed = now - time;
  if (passed < minute) return words.now;
  if (passed < hour) return words.minutes({ count: Math.floor(passed / minute) });
  if (passed < day) return words.hours({ count: Math.floor(passed / hour) });
  if (passed < 7 * day) return words.days({ count: Math.floor(passed / day) });
  return formatDate(time, new Date(time).getFullYear() === new Date(now).getFullYear() ? 'day' : 'date');
}
