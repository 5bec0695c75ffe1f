// A campaign's dates.
import { formatDate, formatPeriod } from '@amber/words/formats';

/** '1 – 14 Dec 2026' */
export const period = (begins: number, ends: number): string => formatPeriod(begins, ends);

/** With the minute. */
export const exactly = (at: number): string => formatDate(at, 'longDateAndTime');
