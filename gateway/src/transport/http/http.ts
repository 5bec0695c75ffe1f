// The HTTP API: each call is a POST with an envelope as its response, in protobuf or, where the route says so, in JSON.
import type { Calls, Messages } from '@amber/proto';
import { decode, encode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import { decodeRequest, isLargeCall } from '@amber/proto/requests';
import { routes } from '@amber/proto/routes';
import { createServer, type IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { addCallLog, callLogOptions } from './callLog.ts';
import { createCallConcurrency, type CallPermit } from '../callConcurrency.ts';
import { answerCost, requestCost } from '../callCost.ts';
import { tokenOf, type Admission, type AdmittedCall } from './admission.ts';
import type { CallContext, Handler, Handlers } from '../../api/handler.ts';
import { createCallsInFlight } from './callsInFlight.ts';
import { createLargeBodies } from './largeBodies.ts';
import { addLoginCors } from '../loginCors.ts';
import { addNegotiation } from '../../core/negotiation.ts';
import { readAtMinRate, drainAtMinRate } from '../../core/minRate.ts';
import type { Policy } from '../../api/policy.ts';
import type { Readiness } from '../readiness.ts';
import { createConcurrencyLimit } from '../../core/concurrencyLimit.ts';
import { toClientFault } from '../../core/toClientFault.ts';
import { anonymousActor } from '../../people/signIn/tokens.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';

interface HttpPorts extends Pick<GatewayBase, 'bus' | 'limits' | 'log' | 'metrics'> {
  handlers: Handlers;
  policy: Policy;
  admission: Admission;
  loginUrl: string | undefined;
  publicUrl: string | undefined;
  readiness: Readiness;
}

const protobuf = 'application/x-protobuf';
const json = 'application/json';
const second = 1_000;

/** Reads a call's request and writes its response. `read` throws Fault BAD_REQUEST, TOO_LARGE. */
interface BodyFormat {
  type: string;
  read(name: keyof Messages, body: unknown): object;
  envelope(code: string, data?: Uint8Array, name?: keyof Messages): Buffer;
}

const bodyFormats: Record<'protobuf' | 'json', BodyFormat> = {
  protobuf: {
    type: protobuf,
    read(name, body) {
      if (!(body instanceof Uint8Array)) throw new Fault('BAD_REQUEST');
      return decodeRequest(name, body);
    },
    envelope: (code, data = new Uint8Array()) => Buffer.from(encode('Envelope', { code, data })),
  },
  // Goes through the codec, so that both formats accept and return the same fields.
  json: {
    type: json,
    read(name, body) {
      if (typeof body !== 'string') throw new Fault('BAD_REQUEST');
      return decodeRequest(name, encode(name, parse(body)));
    },
    envelope: (code, data, name) => Buffer.from(JSON.stringify({ code, data: name && data ? decode(name, data) : {} })),
  },
};

const lengthOf = (body: unknown): number => (typeof body === 'string' || body instanceof Uint8Array ? body.length : 0);

/** The body's announced length in bytes; 0 when it is absent. The body is never longer, since Node reads no further. */
const contentLengthOf = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

/** @throws Fault BAD_REQUEST when this is not the JSON text of an object. */
function parse(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value;
  } catch {
    // Invalid JSON gets the same response as valid JSON that is not an object.
  }
  throw new Fault('BAD_REQUEST');
}

export function createHttp({
  bus,
  handlers,
  policy,
  admission,
  limits,
  log,
  metrics,
  loginUrl,
  publicUrl,
  readiness,
}: HttpPorts): FastifyInstance {
  const admittedCalls = new WeakMap<FastifyRequest, AdmittedCall>();
  const permits = new WeakMap<FastifyRequest, CallPermit>();
  const callConcurrency = createCallConcurrency(limits);
  const largeBodies = createLargeBodies(limits);
  const callsInFlight = createCallsInFlight(limits);
  const runHeavy = createConcurrencyLimit({ count: limits.heavyCallsAtOnce, waitingMax: Infinity });
  const app = Fastify({
    loggerInstance: log,
    ...callLogOptions,
    // A client that disconnects while the gateway closes must not delay it.
    forceCloseConnections: true,
    serverFactory: (handle) =>
      createServer(
        {
          // Longer than the idle timeout of common proxies, so that the proxy closes first.
          keepAliveTimeout: 75 * second,
          // Calls have a shorter limit, see below.
          requestTimeout: limits.partTimeout,
          headersTimeout: 15 * second,
          connectionsCheckingInterval: 5 * second,
        },
        (request, response) => {
          // The next call on this connection would come to a gateway that has stopped.
          if (readiness.isLeaving()) response.shouldKeepAlive = false;
          if (callsInFlight.admit(request, response)) handle(request, response);
          else metrics.increment('amber_calls_total', { route: '', code: 'UNAVAILABLE' });
        },
      ),
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(protobuf, async (request: FastifyRequest) => bodyOf(request));
  app.addContentTypeParser(json, async (request: FastifyRequest) => (await bodyOf(request)).toString());

  /** @throws Fault TOO_LARGE, and BAD_REQUEST when the sender aborts. */
  async function bodyOf(request: FastifyRequest): Promise<Buffer> {
    const maxBytes = admittedCalls.get(request)?.bodyMax ?? 0;
    const chunks: Buffer[] = [];
    let length = 0;
    try {
      for await (const chunk of readAtMinRate(request.raw, limits)) {
        length += chunk.length;
        if (length > maxBytes) throw new Fault('TOO_LARGE');
        chunks.push(chunk);
      }
    } catch (cause) {
      throw cause instanceof Fault ? cause : new Fault('BAD_REQUEST', { cause });
    }
    return Buffer.concat(chunks);
  }

  app.setErrorHandler((error, request, reply) => {
    const fault = toClientFault(error);
    readiness.noteFailure(error);
    request.outcome = fault.code;
    // A call that was rejected because its account makes too many at once does not count as a failure.
    const isOverConcurrency = fault.code === 'UNAVAILABLE' && fault.cause === undefined && !admittedCalls.has(request);
    if (fault.code === 'UNKNOWN' || (fault.code === 'UNAVAILABLE' && !isOverConcurrency))
      request.log.error({ err: fault.cause, route: request.routeOptions.url }, 'call failed');
    // What strangers invent is not remembered.
    if ((fault.code === 'TOO_MANY' || isOverConcurrency) && admission.hasSignedToken(request.raw))
      callsInFlight.countRefused(request.raw);
    if (request.method !== 'POST') return reply.code(500).type('text/plain; charset=utf-8').send(fault.message);
    if (!request.raw.complete && !admission.mayDrain(request.raw)) void reply.header('connection', 'close');
    // A business response always has status 200: the error is in the envelope.
    const { type, envelope } = (request.routeOptions.config as { form?: BodyFormat }).form ?? bodyFormats.protobuf;
    return reply.code(200).type(type).send(envelope(fault.code, fault.data));
  });

  addNegotiation(app);
  addCallLog(app, metrics, limits);
  addLoginCors(app, publicUrl);
  // Drains the rest of an unread body, on every path.
  app.addHook('onResponse', async ({ raw }) => drainAtMinRate(raw, limits));

  /** @throws Fault TOO_MANY when its account is over its limit. */
  async function charge(admitted: AdmittedCall, cost: number): Promise<void> {
    if (!(await admission.charge(admitted, cost))) throw new Fault('TOO_MANY');
  }

  /** Runs before a call is read. */
  const admit =
    (call: keyof Calls) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const { raw } = request;
      const closed = new AbortController();
      // The abort has a reason, because Node would otherwise create an exception with a stack for each signal.
      reply.raw.once('close', () => closed.abort('closed'));
      const admitted = await admission.admit(raw, call);
      // Checks the announced length, so that an oversized body is neither read nor queued.
      if (contentLengthOf(raw) > admitted.bodyMax) throw new Fault('TOO_LARGE');
      if (!isLargeCall(call)) await charge(admitted, requestCost(call, contentLengthOf(raw)));
      // The body is neither read nor decoded while the call waits.
      if (admitted.actor !== anonymousActor)
        permits.set(request, await callConcurrency.acquire(admitted.actor.identifier, closed.signal));
      admittedCalls.set(request, admitted);
      const isLarge = isLargeCall(call);
      // A caller who disconnected meanwhile would occupy the slot for ever.
      if (closed.signal.aborted) throw new Fault('UNAVAILABLE');
      if (isLarge)
        closed.signal.addEventListener('abort', largeBodies.acquire(admitted.actor.identifier), { once: true });
      const deadline = isLarge ? limits.pictureBodyTimeout : limits.callTimeout;
      const timeout = setTimeout(() => raw.destroy(), deadline).unref();
      raw.once('close', () => clearTimeout(timeout));
    };

  function serve<Call extends keyof Calls>(call: Call): void {
    const { path, request: requestName, reply: replyName } = routes[call];
    const form = bodyFormats[routes[call].json ? 'json' : 'protobuf'];
    const handler = handlers[call] as Handler<Call>;
    app.post(`/gateway${path}`, { config: { form }, onRequest: admit(call) }, async (request, reply) => {
      const admitted = admittedCalls.get(request)!;
      const { actor, address } = admitted;
      const work = async () => {
        // Charges what was not charged before the body was read. Large calls have their own limits.
        if (!isLargeCall(call))
          await charge(
            admitted,
            requestCost(call, lengthOf(request.body)) - requestCost(call, contentLengthOf(request.raw)),
          );
        const input = form.read(requestName, request.body) as Calls[Call]['request'];
        await policy.check(actor, call, input as never);
        return handler(input, actor, contextOf(request, address));
      };
      // Many large requests at once would delay everybody's small ones, each of which needs several turns of the event
      // loop. So each large one begins in a turn of its own.
      const isHeavy = !isLargeCall(call) && requestCost(call, lengthOf(request.body)) >= limits.heavyCallCost;
      const workInTurn = isHeavy ? () => runHeavy(() => nextTurn().then(work)) : work;
      const answer = await (permits.get(request)?.run(workInTurn) ?? workInTurn());
      // A response that is not read must not hold its permit for long. Any progress restarts the timer.
      reply.raw.setTimeout(limits.slowReaderCloseAfter, () => request.raw.destroy());
      const data = encode(replyName as keyof Messages, answer ?? {});
      // The response exists, so it is sent; if it exceeds the limit, the next call is rejected.
      void admission.charge(admitted, answerCost(data.length));
      return reply.type(form.type).send(form.envelope('SUCCESS', data, replyName));
    });
  }
  for (const call of Object.keys(routes) as (keyof Calls)[]) serve(call);

  app.get('/gateway/config', () => ({ loginUrl: loginUrl ?? '' }));
  app.get('/gateway/live', () => ({ live: true }));
  app.get('/gateway/ready', async (_request, reply) => {
    const ready = await readiness.check().then(
      () => true,
      () => false,
    );
    // A lost bus is no reason to send clients elsewhere: the other gateways have lost it too.
    const connection = bus.connection();
    return reply.code(ready ? 200 : 503).send({ ready, ...(connection !== 'local' && { bus: connection }) });
  });
  return app;
}

/** A browser's Origin has been checked; a client that is not a browser counts as a page of this gateway. */
function contextOf(request: FastifyRequest, address: string): CallContext {
  const { raw } = request;
  const { host = '', origin = `http://${host}` } = raw.headers;
  return {
    token: tokenOf(raw),
    address,
    host,
    pages: origin,
    // Few calls need them, so few pay for parsing them.
    get languages() {
      return request.languages();
    },
  };
}
