// Formats times, days and lists of names for display.
import { formatDate, formatList } from '@amber/words/formats';
import { words } from '../words/gen/conversation.ts';

/** Returns midnight at the beginning of that day, in local time. */
export const startOfDay = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

// Rounded, because two midnights are 23 or 25 hours apart when daylight saving time begins or ends.
const daysBetween = (at: number, now: number): number => Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000);

/** Formats a time, such as '14:05'. */
export const formatTime = (at: number): string => formatDate(at, 'time');

/** Formats the full date and time, for a tooltip. */
export const formatDateTime = (at: number): string => formatDate(at, 'exact');

/** Formats the heading of a day: 'Today', 'Yesterday', 'Monday 17 November', or a date with its year. */
export function formatDay(at: number, now: number): string {
  const days = daysBetween(at, now);
  if (days === 0) return words.today;
  if (days === 1) return words.yesterday;
  return formatDate(at, new Date(at).getFullYear() === new Date(now).getFullYear() ? 'weekdayAndDay' : 'longDate');
}

/** Formats a time as briefly as a list needs it: '14:05', 'Yesterday', 'Mon', '17 Nov'. */
export function formatShort(at: number, now: number): string {
  const days = daysBetween(at, now);
  if (days <= 0) return formatTime(at);
  if (days === 1) return words.yesterday;
  return formatDate(at, days < 7 ? 'weekday' : 'day');
}

/** Returns, for example, 'Ada, Bob and 3 others': if there are more than `max` names, the last ones are counted. */
export const formatNames = (names: readonly string[], max = 5): string =>
  formatList(
    names.length <= max ? names : [...names.slice(0, max - 1), words.others({ count: names.length - max + 1 })],
  );
