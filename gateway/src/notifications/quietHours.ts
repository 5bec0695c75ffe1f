// Quiet hours, in the local time of the device.
import type { PushChoices } from '@amber/proto';

const day = 24 * 60;

export const isMinute = (minute: number): boolean => Number.isInteger(minute) && minute >= 0 && minute < day;

/** The minutes since midnight in a time zone. @throws RangeError for an unknown time zone. */
export function minuteIn(timeZone: string, now: number): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const of = (type: string) => Number(parts.find((part) => part.type === type)!.value);
  return of('hour') * 60 + of('minute');
}

type QuietHours = Pick<PushChoices, 'quietFrom' | 'quietTo' | 'timeZone'>;

/** Whether the time is in these quiet hours. From 22 to 7 spans midnight; from 8 to 8 is all day. */
export function isQuietAt({ quietFrom, quietTo, timeZone }: QuietHours, now: number): boolean {
  const minute = minuteIn(timeZone, now);
  return quietFrom < quietTo ? minute >= quietFrom && minute < quietTo : minute >= quietFrom || minute < quietTo;
}

/** Whether quiet hours are enabled and the time is in them. */
export const isQuiet = ({ quiet, ...hours }: PushChoices, now: number): boolean => quiet && isQuietAt(hours, now);
