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

/** Whose token the calls carry. */
export interface TokenHolder {
  token(): string;
  /** Gets a new token, or throws; calls during a refresh share it. */
  refresh(): Promise<void>;
  /** This device while it waits for approval. Before that is known, a refused call keeps its own sentence. */
  unapprovedDevice?(): CallingDevice | null;
}

export interface Http {
  /** @throws Fault with the gateway's code, or NO_RESPONSE, REQUEST_FAILED. */
  call<Name extends keyof Calls>(name: Name, request: Input<Calls[Name]['request']>): Promise<Calls[Name]['reply']>;
  /** The same calls by service: `api.contact.search({ keyword })`. */
  api: Api;
}

/** Calls that get a token rather than carry one: a refused token in their answer is their own result. */
const callsWithoutToken = new Set<keyof Calls>([
  'login.getSms',
  'login.login',
  'login.walletNonce',
  'login.loginByWallet',
  'user.refreshToken',
]);

/** An answer that is not the gateway's, such as a captive portal's: worth another try. */
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

/** How a request is encoded and an envelope decoded. */
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
  // Through the codec, so that both forms give the same fields.
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

/** A regular answer of the gateway is not logged as a problem. */
const isProblem = ({ kind, code }: Fault): boolean =>
  kind === 'network' || code === 'UNKNOWN' || code === 'BAD_REQUEST';

/** These are not from the gateway: the others are in its own log. */
const clientFaults = new Set(['NO_RESPONSE', 'REQUEST_FAILED']);

export function createHttp(
  { fetch, origin }: Pick<EnginePorts, 'fetch' | 'origin'>,
  holder: TokenHolder,
  logProblem: (problem: ProblemInput) => void = () => {},
): Http {
  let loginBase: Promise<string> | undefined;

  /** Login calls may have their own host; the gateway says which. */
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
    if (!response.ok) throw new Fault('REQUEST_FAILED');
    return response;
  }

  /** With a request id that is also in the gateway's log. */
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
      addLayouts(
        (await lazyImport(import(/* webpackChunkName: "laterLayouts" */ '@amber/proto/laterLayouts'))).layouts,
      );
    const body = wireFormats[routes[name].json ? 'json' : 'protobuf'].write(
      routes[name].request as keyof Messages,
      request as object,
    );
    const token = callsWithoutToken.has(name) ? '' : holder.token();
    try {
      return await sendOnce(name, body, token);
    } catch (thrown) {
      const fault = Fault.of(thrown);
      const device = fault.code === 'NO_AUTH' && holder.unapprovedDevice?.();
      if (device) {
        const { explainRefusal } = await lazyImport(import(/* webpackChunkName: "groups" */ './explainRefusal.ts'));
        throw explainRefusal(fault, name, request as object, device);
      }
      if (callsWithoutToken.has(name) || fault.kind !== 'session') throw thrown;
      // A refusal may arrive after another call's refresh: then the new token is here already.
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
