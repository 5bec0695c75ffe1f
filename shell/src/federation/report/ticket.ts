// Whose an account's reports are, by a ticket of the gateway's that grants nothing else.
import type { Session } from '@amber/client/bus';
import { limits } from '@amber/proto/limits';
import type { BehaviorSubject } from 'rxjs';

interface TicketPorts {
  session$: BehaviorSubject<Session | null>;
  fetchTicket(): Promise<string>;
}

/** Returns the account's ticket, asked of the gateway twice a day; empty for a visitor. */
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
