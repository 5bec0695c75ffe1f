// Authenticates, authorizes and rate-limits a call by its headers, before its body is read.
import type { IncomingMessage } from 'node:http';
import type { Calls } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { bodyMax, isLargeCall } from '@amber/proto/requests';
import { isLoopback, type AddressOf } from '../../core/address.ts';
import { createNetworkRateLimit, type RateLimits } from '../../core/rateLimit.ts';
import { isOwnOrigin } from '../../core/origin.ts';
import type { Policy } from '../../api/policy.ts';
import { anonymousActor, type Actor, type Tokens } from '../../people/signIn/tokens.ts';

interface AdmissionPorts {
  policy: Policy;
  tokens: Tokens;
  limits: Limits;
  rateLimits: RateLimits;
  addressOf: AddressOf;
  publicUrl: string | undefined;
}

/** An accepted call. */
export interface AdmittedCall {
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

export type Admission = ReturnType<typeof createAdmission>;

export function createAdmission({ policy, tokens, limits, rateLimits, addressOf, publicUrl }: AdmissionPorts) {
  const callsPerNetwork = rateLimits.perNetwork('callsOfNetwork', { perMinute: limits.callsPerMinutePerNetwork });
  const anonymousCalls = rateLimits.perNetwork('callsOfStrangers', {
    perMinute: limits.strangersCallsPerMinutePerNetwork,
  });
  const callsPerAccount = rateLimits.perKey('callsOfAccount', { perMinute: limits.callsPerMinutePerAccount });
  /** It counts per gateway, because it bounds what this gateway reads for nothing. */
  const refusedBytes = createNetworkRateLimit({ perMinute: limits.refusedBytesPerMinutePerNetwork });

  /** A call that turns out to be unauthenticated counts against its network. */
  async function actorOf(token: string, address: string): Promise<Actor> {
    const actor = await tokens.actorOf(token).catch(async (error: unknown) => {
      throw error instanceof Fault && !(await anonymousCalls.allow(address)) ? new Fault('TOO_MANY') : error;
    });
    if (!isLoopback(address) && !(await callsPerAccount.allow(actor.identifier))) throw new Fault('TOO_MANY');
    return actor;
  }

  /** Whether a request has a token that this gateway issued, even if its session has ended. */
  const hasSignedToken = (request: IncomingMessage): boolean => tokens.isSigned(tokenOf(request));

  return {
    hasSignedToken,

    /** @throws Fault NO_AUTH, TOO_MANY; 9001 or 1002, depending on the token. */
    async admit(request: IncomingMessage, call: keyof Calls): Promise<AdmittedCall> {
      const address = addressOf(request);
      if (!isOwnOrigin(request, publicUrl)) throw new Fault('NO_AUTH');
      if (!(await callsPerNetwork.allow(address))) throw new Fault('TOO_MANY');
      const token = policy.needsNoSession(call) ? '' : tokenOf(request);
      if (token === '' && !(await anonymousCalls.allow(address))) throw new Fault('TOO_MANY');
      const actor = token === '' ? anonymousActor : await actorOf(token, address);
      policy.checkActor(actor, call);
      const isKnown = await policy.maySendLargeRequest(actor, call, headerOf(request, 'deploy-token'));
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
     * Charges additional calls to an account. False when the account is over its limit. Visitors without an
     * account have their own limits.
     */
    charge({ actor, address }: AdmittedCall, cost: number): boolean | Promise<boolean> {
      return (
        actor === anonymousActor || isLoopback(address) || cost === 0 || callsPerAccount.allow(actor.identifier, cost)
      );
    },

    /**
     * Whether to drain a rejected call's body, so that its connection can be reused: a large body only for people who
     * have, or had, a session.
     */
    mayDrain(request: IncomingMessage): boolean {
      const length = Number(request.headers['content-length']);
      const maxBytes = hasSignedToken(request) ? limits.bodyMax : limits.strangersBodyMax;
      return length <= maxBytes && refusedBytes.allow(addressOf(request), length);
    },
  };
}
