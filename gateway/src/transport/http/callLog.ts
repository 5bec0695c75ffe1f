// Logs and measures each call: route, result, duration and request id. Never the caller or the content.
import { type Limits, limits } from '@amber/proto/limits';
import { LogController, type FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { outcomeOfCode, type Metrics } from '../../core/metrics/metrics.ts';
import { acceptRequestId, runForRequests } from '../../core/requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The fault code the call ended with; empty if none. */
    outcome: string;
  }
}

/** Makes Fastify's own log lines use our request ids. */
export const callLogOptions = {
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
  genReqId: ({ headers }: Pick<IncomingMessage, 'headers'>): string => acceptRequestId(headers['x-request-id']),
};

const second = 1_000;

/** Gives each request an id, and logs it when done: at `warn` when slower than `slowCall`, else at `debug`. */
export function addCallLog(app: FastifyInstance, metrics: Metrics, { slowCall }: Limits): void {
  app.decorateRequest('outcome', '');
  app.addHook('onRequest', (request, reply, done) => {
    // Files need no request id, and a page loads many.
    if (!request.url.startsWith(`${limits.basePath}/`)) void reply.header('x-request-id', request.id);
    runForRequests([request.id], done);
  });
  // Reading a body loses the async context set in `onRequest`.
  app.addHook('preValidation', (request, _reply, done) => runForRequests([request.id], done));
  app.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime);
    const code = request.outcome || (reply.statusCode < 400 ? 'SUCCESS' : String(reply.statusCode));
    // The pattern, not the path: that may contain what somebody looks for.
    const route = request.routeOptions.url ?? '';
    request.log[ms > slowCall ? 'warn' : 'debug']({ route, code, ms }, ms > slowCall ? 'slow call' : 'call');
    metrics.increment('amber_calls_total', { route, code });
    metrics.observe('amber_call_duration_seconds', { route, outcome: outcomeOfCode(code) }, reply.elapsedTime / second);
    done();
  });
}

/** Logs and measures a socket command in the same format. */
export function createCommandLog(log: FastifyInstance['log'], metrics: Metrics, { slowCall }: Limits) {
  return {
    /** @param startedAt `performance.now()` when the command started */
    finish({
      startedAt,
      ...line
    }: {
      request: string;
      sequence: number;
      command: string;
      code: string;
      startedAt: number;
    }): void {
      const elapsed = performance.now() - startedAt;
      const ms = Math.round(elapsed);
      log[ms > slowCall ? 'warn' : 'debug']({ ...line, ms }, ms > slowCall ? 'slow command' : 'command');
      const { command, code } = line;
      metrics.observe('amber_command_duration_seconds', { command, outcome: outcomeOfCode(code) }, elapsed / second);
    },
    fail: (line: { request: string; command: string }, cause: unknown): void =>
      log.error({ err: cause, ...line }, 'command failed'),
  };
}
