// The ticket that attributes reports to an account and grants no other permission.
import type { Session } from '@amber/client/bus';
import { limits } from '@amber/proto/limits';
import type { BehaviorSubject } from 'rxjs';

interface TicketPorts {
  session$: BehaviorSubject<Session | null>;
  fetchTicket(): Promise<string>;
}

/** Returns a function that resolves to the account's ticket, which is fetched twice a day; empty for a visitor. */
export function createTicket({ session$, fetchTicket }: TicketPorts): () => Promise<string> {
  let cached = { account: '', until: 0, ticket: '' };
  return async () => {
    const identifier = session$.value?.identifier ?? '';
    if (identifier === '') return '';
    if (cached.account !== identifier || cached.until < Date.now())
      cached = { account: identifier, until: Date.now() + limits.healthTicketFor / 2, ticket: await fetchTicket() };
    return cached.ticket;
  };
}
