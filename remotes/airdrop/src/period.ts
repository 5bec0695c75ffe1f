// From when until when, as people read it.

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

/** '1 – 14 Dec 2026' */
export const period = (begins: number, ends: number): string => day.formatRange(begins, ends);

/** The day and the minute. */
export const exactly = (at: number): string => moment.format(at);
