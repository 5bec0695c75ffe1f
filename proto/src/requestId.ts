// Request ids: random, created where the request starts, and logged everywhere on its way.

/** Its length in hexadecimal digits. */
export const requestIdLength = 16;

const pattern = /^[0-9a-f]{16}$/;

/** Whether this untrusted text is one, and so safe in a log or an SQL comment. */
export const isRequestId = (value: unknown): value is string => typeof value === 'string' && pattern.test(value);

/** A new one from a random UUID. */
export const requestIdOf = (uuid: string): string => uuid.replaceAll('-', '').slice(0, requestIdLength);
