// Formats dates, numbers, lists and sizes by the conventions of the page's language.
import { isolate } from './isolate.ts';
import { lazyFormatter } from './languages.ts';

type Time = Date | number;

const createDateFormatter = <Style extends string>(styles: Record<Style, Intl.DateTimeFormatOptions>) => {
  const formatters = Object.fromEntries(
    Object.entries<Intl.DateTimeFormatOptions>(styles).map(([style, options]) => [
      style,
      lazyFormatter((locale) => new Intl.DateTimeFormat(locale, options)),
    ]),
  ) as Record<Style, () => Intl.DateTimeFormat>;
  return (time: Time, style: Style): string => formatters[style]().format(time);
};

/** Formats a time (milliseconds since 1970, or a Date) in the device's time zone. The styles, in English: */
export const formatDate = createDateFormatter({
  /** 09:05 */
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** Fri */
  weekday: { weekday: 'short' },
  /** Friday 20 November */
  weekdayAndDay: { weekday: 'long', day: 'numeric', month: 'long' },
  /** 20 Nov */
  day: { day: 'numeric', month: 'short' },
  /** 20 Nov 2026 */
  date: { dateStyle: 'medium' },
  /** 20 November 2026 */
  longDate: { dateStyle: 'long' },
  /** 20 Nov, 09:05 */
  dayAndTime: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** 20 Nov 2026, 09:05 */
  dateAndTime: { dateStyle: 'medium', timeStyle: 'short' },
  /** 20 November 2026 at 09:05 */
  longDateAndTime: { dateStyle: 'long', timeStyle: 'short' },
  /** Friday, 20 November 2026 at 09:05 */
  fullDateAndTime: { dateStyle: 'full', timeStyle: 'short' },
  /** Friday, 20 November 2026 at 09:05:07 */
  exact: { dateStyle: 'full', timeStyle: 'medium' },
});

const percentFormat = lazyFormatter(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
);

/** Formats a share between 0 and 1, e.g. 12.5%. */
export const formatPercent = (share: number): string => percentFormat().format(share);

const listFormat = lazyFormatter((locale) => new Intl.ListFormat(locale, { type: 'conjunction' }));

/** Formats a list, e.g. "Ann, Bob and Eve". No name changes the reading order of the others. */
export const formatList = (items: readonly string[]): string => listFormat().format(items.map(isolate));

const collator = lazyFormatter((locale) => new Intl.Collator(locale, { sensitivity: 'base', numeric: true }));

/**
 * Compares two names by the collation of the page's language, e.g. Chinese by pinyin. The sign is that of a sort
 * function.
 */
export const compareNames = (one: string, other: string): number => collator().compare(one, other);

const dateRangeFormat = lazyFormatter(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }),
);

/** Formats the range between two times, e.g. 1 – 14 Dec 2026. */
export const formatDateRange = (start: Time, end: Time): string => dateRangeFormat().formatRange(start, end);

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const sizeFormats = units.map((unit, power) =>
  lazyFormatter(
    (locale) =>
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit,
        unitDisplay: power === 0 ? 'long' : 'short',
        maximumFractionDigits: power < 2 ? 0 : 1,
      }),
  ),
);

/** Formats a size in steps of 1,024: '1 byte', '340 kB', '2.4 MB'. */
export function formatSize(bytes: number): string {
  let [value, power] = [bytes, 0];
  while (value >= 1023.5 && power < units.length - 1) {
    value /= 1024;
    power += 1;
  }
  return sizeFormats[power]!().format(value);
}

/** Formats a duration in milliseconds, such as '0:07', '12:30' or '1:02:03'. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}
