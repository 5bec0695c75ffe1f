// Who calls, and whether this may be asked at all: judged by a call's headers, before any of its body is read.
import type { IncomingMessage } from 'node:http';
import type { Calls } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { bodyMax } from '@amber/proto/requests';
import { isLoopback, type AddressOf } from '../address.ts';
import { createCallLimit, createKeyLimit } from '../callLimit.ts';
import { isOwnOrigin } from '../origin.ts';
import type { Policy } from '../policy.ts';
import { nobody, type Actor, type Tokens } from '../../people/tokens.ts';

interface DoorPorts {
  policy: Policy;
  tokens: Tokens;
  limits: Limits;
  addressOf: AddressOf;
  publicUrl: string | undefined;
}

/** A call that was let in. */
export interface Visitor {
  actor: Actor;
  address: string;
  /** How many bytes its body may have. */
  bodyMax: number;
}

const headerOf = ({ headers }: IncomingMessage, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/** The token of a session, empty where there is none. */
export const tokenOf = (request: IncomingMessage): string => headerOf(request, 'token');

export type Door = ReturnType<typeof createDoor>;

export function createDoor({ policy, tokens, limits, addressOf, publicUrl }: DoorPorts) {
  const everybody = createCallLimit({ perMinute: limits.callsPerMinutePerNetwork });
  const strangers = createCallLimit({ perMinute: limits.strangersCallsPerMinutePerNetwork });
  const accounts = createKeyLimit({ perMinute: limits.callsPerMinutePerAccount });
  const refused = createCallLimit({ perMinute: limits.refusedBytesPerMinutePerNetwork });

  /** A call that turns out to be nobody's counts as its network's. */
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
        bodyMax: Math.min(bodyMax[call], limits.bodyMax, isKnown ? Infinity : limits.strangersBodyMax),
      };
    },

    /**
     * Whether the rest of a refused call's body is read, so that its connection can go on: of a large one only for who
     * has, or had, a session.
     */
    reads(request: IncomingMessage): boolean {
      const length = Number(request.headers['content-length']);
      const most = tokens.isSigned(tokenOf(request)) ? limits.bodyMax : limits.strangersBodyMax;
      return length <= most && refused.allow(addressOf(request), length);
    },
  };
}
