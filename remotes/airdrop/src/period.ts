// A campaign's dates.
import { formatDate, formatDateRange } from '@amber/words/formats';

/** '1 – 14 Dec 2026' */
export const period = (begins: number, ends: number): string => formatDateRange(begins, ends);

/** With the minute. */
export const exactTime = (at: number): string => formatDate(at, 'longDateAndTime');
