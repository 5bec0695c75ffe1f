// The id of a request: random, made where the request begins, found again in every log on its way.

/** How many characters it has, each of them hexadecimal. */
export const requestIdLength = 16;

const pattern = /^[0-9a-f]{16}$/;

/** Whether this is one, and so safe to write into a log or a comment of SQL. It comes from the other side: it may be anything. */
export const isRequestId = (value: unknown): value is string => typeof value === 'string' && pattern.test(value);

/** One from a random UUID. */
export const requestIdOf = (uuid: string): string => uuid.replaceAll('-', '').slice(0, requestIdLength);
