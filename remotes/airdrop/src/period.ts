// Formats the dates of a campaign.
import { formatDate, formatDateRange } from '@amber/words/formats';

/** Returns a range such as '1 – 14 Dec 2026'. */
export const period = (begins: number, ends: number): string => formatDateRange(begins, ends);

/** Returns the date with the minute. */
export const exactTime = (at: number): string => formatDate(at, 'longDateAndTime');
