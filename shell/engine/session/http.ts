// The gateway's HTTP calls: protobuf in an envelope, with one shared refresh of the token.
import type { Api, Calls, Input, Messages } from '@amber/proto';
import type { CallingDevice } from '@amber/proto/approval';
import { decode, encode, hasLayout, addLayouts } from '@amber/proto/codec';
import { Fault, isSuccess } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { requestIdOf } from '@amber/proto/requestId';
import { routes } from '@amber/proto/routes';
import type { EnginePorts } from '../kit/ports.ts';
import { lazyImport } from '../kit/lazyImport.ts';
import type { ProblemInput } from '../kit/problemLog.ts';

/** The holder of the token that calls send. */
export interface TokenHolder {
  token(): string;
  /** Fetches a new token; concurrent calls share the refresh. @throws Fault when there is no new token. */
  refresh(): Promise<void>;
  /** Returns this device if it awaits approval, once that is known. */
  unapprovedDevice?(): Promise<CallingDevice | null>;
}

export interface Http {
  /** @throws Fault with the gateway's code, or NO_RESPONSE, REQUEST_FAILED. */
  call<Name extends keyof Calls>(name: Name, request: Input<Calls[Name]['request']>): Promise<Calls[Name]['reply']>;
  /** The same calls by service, such as `api.contact.search({ keyword })`. */
  api: Api;
}

/** Calls that obtain a token instead of sending one: a session fault in their answer is their own result. */
const callsWithoutToken = new Set<keyof Calls>([
  'login.getSms',
  'login.login',
  'login.walletNonce',
  'login.loginByWallet',
  'user.refreshToken',
]);

/** Throws for an answer that is not the gateway's, such as a captive portal's, which is worth a retry. */
const throwUnreadable = (cause: unknown): never => {
  throw new Fault('REQUEST_FAILED', { cause });
};

function decodeOrThrow<Name extends keyof Messages>(name: Name, bytes: Uint8Array): Messages[Name] {
  try {
    return decode(name, bytes);
  } catch (cause) {
    return throwUnreadable(cause);
  }
}

/** The encoding of requests and decoding of envelopes. */
interface WireFormat {
  type: string;
  write(name: keyof Messages, request: object): BodyInit;
  read(bytes: Uint8Array, reply: keyof Messages): { code: string; data: Uint8Array };
}

const wireFormats: Record<'protobuf' | 'json', WireFormat> = {
  protobuf: {
    type: 'application/x-protobuf',
    write: (name, request) => encode(name, request) as Uint8Array<ArrayBuffer>,
    read: (bytes) => decodeOrThrow('Envelope', bytes),
  },
  // JSON also passes through the codec, so that both formats yield the same fields.
  json: {
    type: 'application/json',
    write: (_, request) => JSON.stringify(request),
    read(bytes, reply) {
      try {
        const { code, data } = JSON.parse(new TextDecoder().decode(bytes)) as { code: string; data: object };
        return { code, data: isSuccess(code) ? encode(reply, data) : new Uint8Array() };
      } catch (cause) {
        return throwUnreadable(cause);
      }
    },
  },
};

/** Whether to log a fault: a regular answer of the gateway is not a problem. */
const isProblem = ({ kind, code }: Fault): boolean =>
  kind === 'network' || code === 'UNKNOWN' || code === 'BAD_REQUEST';

/** Faults that arise on the client; all others are in the gateway's own log. */
const clientFaults = new Set(['NO_RESPONSE', 'REQUEST_FAILED']);

export function createHttp(
  { fetch, origin }: Pick<EnginePorts, 'fetch' | 'origin'>,
  holder: TokenHolder,
  logProblem: (problem: ProblemInput) => void = () => {},
): Http {
  let loginBase: Promise<string> | undefined;

  /** Login calls may use another host, which the gateway's configuration names. */
  async function fetchLoginBase(): Promise<string> {
    const response = await fetchOk(`${origin}/gateway/config`, {});
    const { loginUrl } = (await response.json().catch(throwUnreadable)) as { loginUrl: string };
    return loginUrl || origin;
  }

  async function baseOf(name: keyof Calls): Promise<string> {
    if (routes[name].base === 'gateway') return origin;
    loginBase ??= fetchLoginBase().catch((fault: unknown) => {
      loginBase = undefined;
      throw fault;
    });
    return loginBase;
  }

  async function fetchOk(url: string, init: RequestInit): Promise<Response> {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(limits.requestTimeout) }).catch(
      (cause: unknown) => {
        throw new Fault('NO_RESPONSE', { cause });
      },
    );
    if (response.ok) return response;
    const message = await lazyImport(import(/* webpackChunkName: "groups" */ './readErrorText.ts'))
      .then(({ readErrorText }) => readErrorText(response))
      .catch(() => '');
    throw new Fault('REQUEST_FAILED', message ? { message } : {});
  }

  /** Sends a request with an id that is also in the gateway's log. */
  async function sendOnce<Name extends keyof Calls>(
    name: Name,
    body: BodyInit,
    token: string,
  ): Promise<Calls[Name]['reply']> {
    const request = requestIdOf(crypto.randomUUID());
    try {
      return await send(name, body, token, request);
    } catch (thrown) {
      const fault = Fault.of(thrown);
      fault.request = request;
      if (isProblem(fault))
        logProblem({ what: 'call', code: fault.code, about: name, request, known: !clientFaults.has(fault.code) });
      throw fault;
    }
  }

  async function send<Name extends keyof Calls>(
    name: Name,
    body: BodyInit,
    token: string,
    request: string,
  ): Promise<Calls[Name]['reply']> {
    const format = wireFormats[routes[name].json ? 'json' : 'protobuf'];
    const response = await fetchOk(`${await baseOf(name)}/gateway${routes[name].path}`, {
      method: 'POST',
      headers: { 'content-type': format.type, 'x-request-id': request, ...(token && { token }) },
      body,
    });
    const bytes = await response.arrayBuffer().catch((cause: unknown) => {
      throw new Fault('NO_RESPONSE', { cause });
    });
    const { code, data } = format.read(new Uint8Array(bytes), routes[name].reply as keyof Messages);
    if (!code) throw new Fault('REQUEST_FAILED');
    if (!isSuccess(code)) throw new Fault(code, { data });
    return decodeOrThrow(routes[name].reply as keyof Messages, data) as Calls[Name]['reply'];
  }

  async function call<Name extends keyof Calls>(name: Name, request: Input<Calls[Name]['request']>) {
    if (!hasLayout(routes[name].request))
      addLayouts(await lazyImport(import(/* webpackChunkName: "laterLayouts" */ '@amber/proto/laterLayouts')));
    const body = wireFormats[routes[name].json ? 'json' : 'protobuf'].write(
      routes[name].request as keyof Messages,
      request as object,
    );
    const token = callsWithoutToken.has(name) ? '' : holder.token();
    try {
      return await sendOnce(name, body, token);
    } catch (thrown) {
      const fault = Fault.of(thrown);
      const device = fault.code === 'NO_AUTH' && (await holder.unapprovedDevice?.());
      if (device) {
        const { explainRefusal } = await lazyImport(import(/* webpackChunkName: "groups" */ './explainRefusal.ts'));
        throw explainRefusal(fault, name, request as object, device);
      }
      if (callsWithoutToken.has(name) || fault.kind !== 'session') throw thrown;
      // Another call may have refreshed the token while this refusal was in flight.
      if (holder.token() === token) await holder.refresh();
      return sendOnce(name, body, holder.token());
    }
  }

  const api = new Proxy({} as Api, {
    get: (_, service: string) =>
      new Proxy(
        {},
        {
          get: (_inner, method: string) => (request: object) => call(`${service}.${method}` as keyof Calls, request),
        },
      ),
  });
  return { call, api };
}

/** Whether this names a call of the gateway. */
export const isCall = (name: string): name is keyof Calls => Object.hasOwn(routes, name);
