// Authenticates, authorizes and rate-limits a call by its headers, before its body is read.
import type { IncomingMessage } from 'node:http';
import type { Calls } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { bodyMax, isLargeCall } from '@amber/proto/requests';
import { isLoopback, type AddressOf } from '../../core/address.ts';
import { createCallLimit, createKeyLimit } from '../../core/callLimit.ts';
import { isOwnOrigin } from '../../core/origin.ts';
import type { Policy } from '../../api/policy.ts';
import { nobody, type Actor, type Tokens } from '../../people/signIn/tokens.ts';

interface DoorPorts {
  policy: Policy;
  tokens: Tokens;
  limits: Limits;
  addressOf: AddressOf;
  publicUrl: string | undefined;
}

/** An accepted call. */
export interface Visitor {
  actor: Actor;
  address: string;
  /** The maximum size of its body. */
  bodyMax: number;
}

const headerOf = ({ headers }: IncomingMessage, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/** The session token, empty if none. */
export const tokenOf = (request: IncomingMessage): string => headerOf(request, 'token');

export type Door = ReturnType<typeof createDoor>;

export function createDoor({ policy, tokens, limits, addressOf, publicUrl }: DoorPorts) {
  const everybody = createCallLimit({ perMinute: limits.callsPerMinutePerNetwork });
  const strangers = createCallLimit({ perMinute: limits.strangersCallsPerMinutePerNetwork });
  const accounts = createKeyLimit({ perMinute: limits.callsPerMinutePerAccount });
  const refused = createCallLimit({ perMinute: limits.refusedBytesPerMinutePerNetwork });

  /** A call that turns out to be unauthenticated counts against its network. */
  async function actorOf(token: string, address: string): Promise<Actor> {
    const actor = await tokens.actorOf(token).catch((error: unknown) => {
      throw error instanceof Fault && !strangers.allow(address) ? new Fault('TOO_MANY') : error;
    });
    if (!isLoopback(address) && !accounts.allow(actor.identifier)) throw new Fault('TOO_MANY');
    return actor;
  }

  return {
    /** @throws Fault NO_AUTH, TOO_MANY; 9001, 1002 as the token has it. */
    async enter(request: IncomingMessage, call: keyof Calls): Promise<Visitor> {
      const address = addressOf(request);
      if (!isOwnOrigin(request, publicUrl)) throw new Fault('NO_AUTH');
      if (!everybody.allow(address)) throw new Fault('TOO_MANY');
      const token = policy.isOpen(call) ? '' : tokenOf(request);
      if (token === '' && !strangers.allow(address)) throw new Fault('TOO_MANY');
      const actor = token === '' ? nobody : await actorOf(token, address);
      policy.checkDoor(actor, call);
      const isKnown = await policy.isKnown(actor, call, headerOf(request, 'deploy-token'));
      return {
        actor,
        address,
        bodyMax: Math.min(
          bodyMax[call],
          isLargeCall(call) ? Infinity : limits.bodyMax,
          isKnown ? Infinity : limits.strangersBodyMax,
        ),
      };
    },

    /**
     * Counts a call as so many more, by what it costs. False when its account is over its limit. Visitors without an
     * account have their own limits.
     */
    charge({ actor, address }: Visitor, cost: number): boolean {
      return actor === nobody || isLoopback(address) || cost === 0 || accounts.allow(actor.identifier, cost);
    },

    /**
     * Whether to drain a refused call's body, so that its connection can be reused: a large one only for people who
     * have, or had, a session.
     */
    reads(request: IncomingMessage): boolean {
      const length = Number(request.headers['content-length']);
      const most = tokens.isSigned(tokenOf(request)) ? limits.bodyMax : limits.strangersBodyMax;
      return length <= most && refused.allow(addressOf(request), length);
    },
  };
}
