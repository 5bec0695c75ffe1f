// Times and days as people read them.
import { strings } from '../strings.ts';

const locale = 'en-GB';
const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short' });
const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
const longDay = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });
const longDayAndYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' });
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium' });

/** Midnight before this moment, here. */
export const dayOf = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

// Rounded, because two midnights lie 23 or 25 hours apart when the clocks change.
const daysBetween = (at: number, now: number): number => Math.round((dayOf(now) - dayOf(at)) / 86_400_000);

/** '14:05' */
export const formatTime = (at: number): string => time.format(at);

/** The whole date and time, for a tooltip. */
export const formatExact = (at: number): string => exact.format(at);

/** 'Today', 'Yesterday', 'Monday 17 November', or a date with its year: the line between two days. */
export function formatDay(at: number, now: number): string {
  const days = daysBetween(at, now);
  if (days === 0) return strings.today;
  if (days === 1) return strings.yesterday;
  return new Date(at).getFullYear() === new Date(now).getFullYear() ? longDay.format(at) : longDayAndYear.format(at);
}

/** As short as a list has room for: '14:05', 'Yesterday', 'Mon', '17 Nov'. */
export function formatShort(at: number, now: number): string {
  const days = daysBetween(at, now);
  if (days <= 0) return formatTime(at);
  if (days === 1) return strings.yesterday;
  return days < 7 ? weekday.format(at) : shortDay.format(at);
}
