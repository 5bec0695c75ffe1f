// A line for each call: which route, how it ended, how long it took, under which id. Never who asked, or for what.
import type { Limits } from '@amber/proto/limits';
import { LogController, type FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { acceptRequestId, forRequests } from '../../kit/requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the fault that the call ended in; empty while there is none. */
    outcome: string;
  }
}

/** What Fastify needs so that its own lines name the request as ours do. */
export const callLogOptions = {
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
  genReqId: ({ headers }: Pick<IncomingMessage, 'headers'>): string => acceptRequestId(headers['x-request-id']),
};

/** Gives each request its id, and a line when it is over: at `warn` when it took longer than `slowCall`, else at `debug`. */
export function addCallLog(app: FastifyInstance, { slowCall }: Limits): void {
  app.decorateRequest('outcome', '');
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    forRequests([request.id], done);
  });
  // Reading a body leaves what `onRequest` began.
  app.addHook('preValidation', (request, _reply, done) => forRequests([request.id], done));
  app.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime);
    const code = request.outcome || (reply.statusCode < 400 ? 'SUCCESS' : String(reply.statusCode));
    request.log[ms > slowCall ? 'warn' : 'debug'](
      { route: request.routeOptions.url ?? '', code, ms },
      ms > slowCall ? 'slow call' : 'call',
    );
    done();
  });
}

/** The same line for a command that came over a socket. */
export function createCommandLog(log: FastifyInstance['log'], { slowCall }: Limits) {
  return {
    /** @param began what `performance.now()` said when the command's turn came. */
    done({
      began,
      ...line
    }: {
      request: string;
      sequence: number;
      command: string;
      code: string;
      began: number;
    }): void {
      const ms = Math.round(performance.now() - began);
      log[ms > slowCall ? 'warn' : 'debug']({ ...line, ms }, ms > slowCall ? 'slow command' : 'command');
    },
    failed: (line: { request: string; command: string }, cause: unknown): void =>
      log.error({ err: cause, ...line }, 'command failed'),
  };
}
