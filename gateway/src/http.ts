// The HTTP side: every call is a POST with protobuf in and an envelope out.
import type { Calls, Messages } from '@amber/proto';
import { decode, encode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { routes } from '@amber/proto/routes';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import { addressOf } from './address.ts';
import { createCallLimit } from './callLimit.ts';
import type { Clock } from './clock.ts';
import type { Handler, Handlers } from './handler.ts';
import type { Policy } from './policy.ts';
import { refusal } from './refusal.ts';
import { nobody, type Actor, type Tokens } from './tokens.ts';

interface HttpPorts {
  handlers: Handlers;
  policy: Policy;
  tokens: Tokens;
  limits: Limits;
  clock: Clock;
  log: FastifyBaseLogger;
  loginUrl: string | undefined;
  /** Rejects while the gateway cannot serve. */
  checkReady(): Promise<void>;
}

const protobuf = 'application/x-protobuf';
const second = 1_000;

export function createHttp({ handlers, policy, tokens, limits, clock, log, loginUrl, checkReady }: HttpPorts): FastifyInstance {
  const callLimit = createCallLimit({ clock, perMinute: limits.callsPerMinutePerAddress });
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.bodyMax,
    // Above the idle time of usual proxies, so that it is they who let go.
    keepAliveTimeout: 75 * second,
    requestTimeout: 30 * second,
    // A client that goes away while the gateway closes must not hold it up.
    forceCloseConnections: true,
    http: { headersTimeout: 15 * second, connectionsCheckingInterval: 5 * second },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(protobuf, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  const envelope = (code: string, data: Uint8Array = new Uint8Array()) => Buffer.from(encode('Envelope', { code, data }));

  app.setErrorHandler((error, request, reply) => {
    const fault = refusal(error);
    if (fault.code === 'UNKNOWN' || fault.code === 'UNAVAILABLE') request.log.error({ err: fault.cause, route: request.routeOptions.url }, 'call failed');
    if (request.method !== 'POST') return reply.code(500).type('text/plain; charset=utf-8').send(fault.message);
    // A business answer is always 200: what went wrong is in the envelope.
    return reply.code(200).type(protobuf).send(envelope(fault.code, fault.data));
  });

  app.addHook('onRequest', async (request) => {
    if (request.method === 'POST' && !callLimit.allow(addressOf(request.raw))) throw new Fault('TOO_MANY');
  });

  async function actorOf(request: FastifyRequest, call: keyof Calls): Promise<Actor> {
    const token = tokenOf(request);
    return token === '' || policy.isOpen(call) ? nobody : tokens.actorOf(token);
  }

  function serve<Call extends keyof Calls>(call: Call): void {
    const { path, request: requestName, reply: replyName } = routes[call];
    const handler = handlers[call] as Handler<Call>;
    app.post(`/gateway${path}`, async (request, reply) => {
      if (!(request.body instanceof Uint8Array)) throw new Fault('BAD_REQUEST');
      const asked = decode(requestName as keyof Messages, request.body) as Calls[Call]['request'];
      const actor = await actorOf(request, call);
      await policy.check(actor, call, asked as never);
      const answer = await handler(asked, actor, { token: tokenOf(request), address: addressOf(request.raw) });
      return reply.type(protobuf).send(envelope('SUCCESS', encode(replyName as keyof Messages, answer)));
    });
  }
  for (const call of Object.keys(routes) as (keyof Calls)[]) serve(call);

  app.get('/gateway/config', () => ({ loginUrl: loginUrl ?? '' }));
  app.get('/gateway/live', () => ({ live: true }));
  app.get('/gateway/ready', async (_request, reply) => {
    const ready = await checkReady().then(() => true, () => false);
    return reply.code(ready ? 200 : 503).send({ ready });
  });
  return app;
}

const tokenOf = (request: FastifyRequest): string => {
  const { token } = request.headers;
  return typeof token === 'string' ? token : '';
};
