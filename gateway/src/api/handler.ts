// The type of a call's handler.
import type { Calls, Input } from '@amber/proto';
import type { Actor } from '../people/signIn/tokens.ts';

/** The context of a call, besides its request. */
export interface CallContext {
  token: string;
  /** The client's address. */
  address: string;
  /** The host that was requested, with its port. */
  host: string;
  /** The origin of the requesting page. */
  pages: string;
}

/**
 * The handler receives a decoded and permitted request, of a signed-in actor where the policy requires it. It throws
 * Fault to refuse.
 */
export type Handler<Call extends keyof Calls> = (
  request: Calls[Call]['request'],
  actor: Actor,
  context: CallContext,
) => Promise<Input<Calls[Call]['reply']>>;

/** The calls of one service. */
export type CallsOf<Service extends string> = { [Call in keyof Calls & `${Service}.${string}`]: Handler<Call> };

export type Handlers = { [Call in keyof Calls]: Handler<Call> };
