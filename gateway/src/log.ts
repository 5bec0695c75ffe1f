// The gateway's log: what failed and where, never who or what about.
import type { FastifyBaseLogger } from 'fastify';
import { pino, type DestinationStream } from 'pino';

/** PostgreSQL puts values into `detail`, so only these parts of an error are written. */
const describe = (error: { name?: string; code?: string; stack?: string } | undefined) =>
  ({ name: error?.name, code: error?.code, stack: error?.stack });

/** On standard error: standard output belongs to the sentences for people. */
export const createLog = (level = 'warn', destination: DestinationStream = pino.destination(2)): FastifyBaseLogger =>
  pino({ level, serializers: { err: describe, req: () => undefined, res: () => undefined } }, destination);
