// The gateway's log: failures and where they happened, never people or content.
import type { FastifyBaseLogger } from 'fastify';
import { pino, type DestinationStream } from 'pino';
import { ServiceFailure } from './boundedFetch.ts';

/** PostgreSQL puts values into `detail`, so only these parts of an error are logged. */
const describe = (error: { name?: string; code?: string; stack?: string } | undefined) => ({
  name: error?.name,
  code: error?.code,
  stack: error?.stack,
  ...(error instanceof ServiceFailure && { service: error.service, status: error.status, reason: error.reason }),
});

/** The values of LOG_LEVEL, from silence to everything. */
export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Logs go to standard error, because standard output is for messages to people. */
export const createLog = (
  level: LogLevel = 'warn',
  destination: DestinationStream = pino.destination(2),
): FastifyBaseLogger =>
  pino({ level, serializers: { err: describe, req: () => undefined, res: () => undefined } }, destination);
