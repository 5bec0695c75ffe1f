// Health tickets: each identifies a report's account for a day, and grants nothing.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Limits } from '@amber/proto/limits';
import type { Clock } from '../core/clock.ts';

interface TicketPorts {
  /** The same on every gateway of a database. */
  secret: string;
  clock: Clock;
  limits: Pick<Limits, 'healthTicketFor'>;
}

export type Tickets = ReturnType<typeof createTickets>;

export function createTickets({ secret, clock, limits }: TicketPorts) {
  const mac = (text: string): Buffer => createHmac('sha256', secret).update(text).digest();

  return {
    issue(identifier: string): string {
      const text = `${identifier}.${clock() + limits.healthTicketFor}`;
      return `${text}.${mac(`ticket.${text}`).toString('base64url')}`;
    },

    /** The ticket's account; null when it is invalid or expired. */
    accountOf(ticket: string): string | null {
      const [identifier, until, signature] = ticket.split('.');
      if (!identifier || !until || !signature) return null;
      const expected = mac(`ticket.${identifier}.${until}`).toString('base64url');
      const isValid =
        signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
      return isValid && Number(until) > clock() ? identifier : null;
    },

    /** The account's pseudonym in one release's data, so that the table reveals nobody's identity. */
    pseudonym: (remote: string, version: string, identifier: string): Buffer =>
      mac(`account.${remote}.${version}.${identifier}`).subarray(0, 16),

    /** The same of a network, which three accounts at most may judge from. */
    networkPseudonym: (remote: string, version: string, network: string): Buffer =>
      mac(`network.${remote}.${version}.${network}`).subarray(0, 16),
  };
}
