// How long ago something was, as a feed says it.
import { strings } from './strings.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dateAndYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** 'now', '5 min', '3 h', '2 d', '17 Nov', or a date with its year. */
export function since(time: number, now: number): string {
  const passed = now - time;
  if (passed < minute) return strings.now;
  if (passed < hour) return `${Math.floor(passed / minute)} min`;
  if (passed < day) return `${Math.floor(passed / hour)} h`;
  if (passed < 7 * day) return `${Math.floor(passed / day)} d`;
  return new Date(time).getFullYear() === new Date(now).getFullYear() ? date.format(time) : dateAndYear.format(time);
}
