// The HTTP API: each call is a POST answered by an envelope, in protobuf or, where the route says so, in JSON.
import type { Calls, Messages } from '@amber/proto';
import { decode, encode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { decodeRequest, isLargeCall } from '@amber/proto/requests';
import { routes } from '@amber/proto/routes';
import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { addCallLog, callLogOptions } from './callLog.ts';
import { createAccountLanes, type Turn } from '../accountLanes.ts';
import { answerCost, requestCost } from '../callCost.ts';
import { tokenOf, type Door, type Visitor } from './door.ts';
import type { CallContext, Handler, Handlers } from '../../api/handler.ts';
import { createLargeBodies } from './largeBodies.ts';
import { addLoginHost } from '../loginHost.ts';
import { atPace, restAtPace } from '../../core/pace.ts';
import type { Policy } from '../../api/policy.ts';
import type { Readiness } from '../readiness.ts';
import { refusal } from '../../core/refusal.ts';
import { nobody } from '../../people/signIn/tokens.ts';

interface HttpPorts {
  handlers: Handlers;
  policy: Policy;
  door: Door;
  limits: Limits;
  log: FastifyBaseLogger;
  loginUrl: string | undefined;
  publicUrl: string | undefined;
  readiness: Readiness;
}

const protobuf = 'application/x-protobuf';
const json = 'application/json';
const second = 1_000;

/** How to read a call's request and write its answer. `read` throws Fault BAD_REQUEST, TOO_LARGE. */
interface Form {
  type: string;
  read(name: keyof Messages, body: unknown): object;
  envelope(code: string, data?: Uint8Array, name?: keyof Messages): Buffer;
}

const forms: Record<'protobuf' | 'json', Form> = {
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

/** How long a body claims to be, in bytes; 0 when it does not say. It is never longer, since Node reads no further. */
const statedLength = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

/** @throws Fault BAD_REQUEST when this is not the JSON text of an object. */
function parse(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value;
  } catch {
    // The same answer as for valid JSON that is not an object.
  }
  throw new Fault('BAD_REQUEST');
}

export function createHttp({
  handlers,
  policy,
  door,
  limits,
  log,
  loginUrl,
  publicUrl,
  readiness,
}: HttpPorts): FastifyInstance {
  const visitors = new WeakMap<FastifyRequest, Visitor>();
  const turns = new WeakMap<FastifyRequest, Turn>();
  const accountLanes = createAccountLanes(limits);
  const largeBodies = createLargeBodies(limits);
  const pace = { bytesPerSecond: limits.bytesPerSecondMin, slowFor: limits.slowFor };
  const app = Fastify({
    loggerInstance: log,
    ...callLogOptions,
    // Longer than the idle timeout of common proxies, so that the proxy closes first.
    keepAliveTimeout: 75 * second,
    // Calls have a shorter limit, see below.
    requestTimeout: limits.partWithin,
    // A client that disconnects while the gateway closes must not delay it.
    forceCloseConnections: true,
    http: { headersTimeout: 15 * second, connectionsCheckingInterval: 5 * second },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(protobuf, async (request: FastifyRequest) => bodyOf(request));
  app.addContentTypeParser(json, async (request: FastifyRequest) => (await bodyOf(request)).toString());

  /** @throws Fault TOO_LARGE, and BAD_REQUEST when the sender aborts. */
  async function bodyOf(request: FastifyRequest): Promise<Buffer> {
    const most = visitors.get(request)?.bodyMax ?? 0;
    const chunks: Buffer[] = [];
    let length = 0;
    try {
      for await (const chunk of atPace(request.raw, pace)) {
        length += chunk.length;
        if (length > most) throw new Fault('TOO_LARGE');
        chunks.push(chunk);
      }
    } catch (cause) {
      throw cause instanceof Fault ? cause : new Fault('BAD_REQUEST', { cause });
    }
    return Buffer.concat(chunks);
  }

  app.setErrorHandler((error, request, reply) => {
    const fault = refusal(error);
    readiness.note(error);
    request.outcome = fault.code;
    // A call that was refused because its account makes too many at once has not failed.
    const isCrowded = fault.code === 'UNAVAILABLE' && fault.cause === undefined && !visitors.has(request);
    if (fault.code === 'UNKNOWN' || (fault.code === 'UNAVAILABLE' && !isCrowded))
      request.log.error({ err: fault.cause, route: request.routeOptions.url }, 'call failed');
    if (request.method !== 'POST') return reply.code(500).type('text/plain; charset=utf-8').send(fault.message);
    if (!request.raw.complete && !door.reads(request.raw)) void reply.header('connection', 'close');
    // A business answer is always 200: the error is in the envelope.
    const { type, envelope } = (request.routeOptions.config as { form?: Form }).form ?? forms.protobuf;
    return reply.code(200).type(type).send(envelope(fault.code, fault.data));
  });

  addCallLog(app, limits);
  addLoginHost(app, publicUrl);
  // Drains the rest of an unread body, on every path.
  app.addHook('onResponse', async ({ raw }) => restAtPace(raw, pace));

  /** @throws Fault TOO_MANY when its account is over its limit. */
  function charge(visitor: Visitor, cost: number): void {
    if (!door.charge(visitor, cost)) throw new Fault('TOO_MANY');
  }

  /** Runs before a call is read. */
  const letIn =
    (call: keyof Calls) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const { raw } = request;
      const closed = new AbortController();
      // With a reason: for each signal without one, Node creates an exception with a stack.
      reply.raw.once('close', () => closed.abort('closed'));
      const visitor = await door.enter(raw, call);
      // By the length that it states, so that what is over a limit is neither read nor waits.
      if (statedLength(raw) > visitor.bodyMax) throw new Fault('TOO_LARGE');
      if (!isLargeCall(call)) charge(visitor, requestCost(call, statedLength(raw)));
      // While it waits, the body is neither read nor decoded.
      if (visitor.actor !== nobody)
        turns.set(request, await accountLanes.enter(visitor.actor.identifier, closed.signal));
      visitors.set(request, visitor);
      const isLarge = isLargeCall(call);
      // Whoever left meanwhile would keep the place for ever.
      if (closed.signal.aborted) throw new Fault('UNAVAILABLE');
      if (isLarge) closed.signal.addEventListener('abort', largeBodies.enter(visitor.actor.identifier), { once: true });
      const within = isLarge ? limits.pictureBodyWithin : limits.callWithin;
      const late = setTimeout(() => raw.destroy(), within).unref();
      raw.once('close', () => clearTimeout(late));
    };

  function serve<Call extends keyof Calls>(call: Call): void {
    const { path, request: requestName, reply: replyName } = routes[call];
    const form = forms[routes[call].json ? 'json' : 'protobuf'];
    const handler = handlers[call] as Handler<Call>;
    app.post(`/gateway${path}`, { config: { form }, onRequest: letIn(call) }, async (request, reply) => {
      const visitor = visitors.get(request)!;
      const { actor, address } = visitor;
      const work = async () => {
        // What was not charged before it was read. Large calls have their own limits.
        if (!isLargeCall(call))
          charge(visitor, requestCost(call, lengthOf(request.body)) - requestCost(call, statedLength(request.raw)));
        const asked = form.read(requestName, request.body) as Calls[Call]['request'];
        await policy.check(actor, call, asked as never);
        return handler(asked, actor, contextOf(request, address));
      };
      const answer = await (turns.get(request)?.during(work) ?? work());
      // An answer that is not read must not keep its turn for long. The timer starts anew with each bit of progress.
      reply.raw.setTimeout(limits.slowReaderCloseAfter, () => request.raw.destroy());
      const data = encode(replyName as keyof Messages, answer);
      // It has been made, so it is sent; what is over the limit is refused next time.
      door.charge(visitor, answerCost(data.length));
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
    return reply.code(ready ? 200 : 503).send({ ready });
  });
  return app;
}

/** A browser's Origin has been checked; a client that is not a browser counts as a page of this gateway. */
function contextOf({ raw }: FastifyRequest, address: string): CallContext {
  const { host = '', origin = `http://${host}` } = raw.headers;
  return { token: tokenOf(raw), address, host, pages: origin };
}
