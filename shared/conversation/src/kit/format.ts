// Times and days as people read them.
import { formatDate } from '@amber/words/formats';
import { words } from '../words/gen/conversation.ts';

/** Midnight before this moment, here. */
export const startOfDay = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

// Rounded, because two midnights lie 23 or 25 hours apart when the clocks change.
const daysBetween = (at: number, now: number): number => Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000);

/** '14:05' */
export const formatTime = (at: number): string => formatDate(at, 'time');

/** The whole date and time, for a tooltip. */
export const formatDateTime = (at: number): string => formatDate(at, 'exact');

/** 'Today', 'Yesterday', 'Monday 17 November', or a date with its year: the line between two days. */
export function formatDay(at: number, now: number): string {
  const days = daysBetween(at, now);
  if (days === 0) return words.today;
  if (days === 1) return words.yesterday;
  return formatDate(at, new Date(at).getFullYear() === new Date(now).getFullYear() ? 'weekdayAndDay' : 'longDate');
}

/** As short as a list has room for: '14:05', 'Yesterday', 'Mon', '17 Nov'. */
export function formatShort(at: number, now: number): string {
  const days = daysBetween(at, now);
  if (days <= 0) return formatTime(at);
  if (days === 1) return words.yesterday;
  return formatDate(at, days < 7 ? 'weekday' : 'day');
}
