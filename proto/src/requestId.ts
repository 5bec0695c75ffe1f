// Request ids: random, created where a request starts, and part of every log line about it.

/** The length in hexadecimal digits. */
export const requestIdLength = 16;

const pattern = /^[0-9a-f]{16}$/;

/** Whether this untrusted value is a request id, and so is safe in a log or an SQL comment. */
export const isRequestId = (value: unknown): value is string => typeof value === 'string' && pattern.test(value);

/** Returns a new request id from a random UUID. */
export const requestIdOf = (uuid: string): string => uuid.replaceAll('-', '').slice(0, requestIdLength);
