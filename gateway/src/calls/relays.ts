// TURN relays for calls whose devices find no direct path, with credentials that expire.
import { createHmac, randomBytes } from 'node:crypto';
import type { CallRelaysReply, Input } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { GatewayBase } from '../db/gatewayBase.ts';

/** The relays of the operator. */
export interface RelaySettings {
  /** Addresses as RFC 7064 and RFC 7065 define them, such as `turns:turn.example.org:443?transport=tcp`. */
  urls: readonly string[];
  /** The secret that the gateway and the relays share (`static-auth-secret` of coturn). */
  secret: string;
}

/**
 * Credentials for a TURN server that shares the secret, in the format of coturn's `use-auth-secret`: the user name has
 * the second at which they expire, and the password is its HMAC-SHA-1 (draft-uberti-behave-turn-rest-00).
 */
export function createRelayCredentials(secret: string, expiresAt: number): { username: string; credential: string } {
  // A random name instead of the identifier: the relay's log must not say who calls.
  const username = `${Math.floor(expiresAt / 1000)}:${randomBytes(9).toString('base64url')}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
}

export function createRelays(
  { clock, limits, rateLimits }: Pick<GatewayBase, 'clock' | 'limits' | 'rateLimits'>,
  settings: RelaySettings | undefined,
) {
  const credentials = rateLimits.perKey('relaysOfAccount', { perMinute: limits.relayCredentialsPerMinute });
  return {
    /** The relays that this account may use for a limited time; none without settings. @throws Fault TOO_MANY */
    async list(identifier: string): Promise<Input<CallRelaysReply>> {
      if (!settings) return {};
      if (!(await credentials.allow(identifier))) throw new Fault('TOO_MANY');
      const validFor = limits.relayCredentialsFor;
      return {
        urls: [...settings.urls],
        ...createRelayCredentials(settings.secret, clock() + validFor),
        validFor,
      };
    },
  };
}
