// Tells the gateway how releases fare: per remote and version, without content, once per account by a ticket.
import type { RemoteEvent } from '@amber/proto';
import { limits } from '@amber/proto/limits';

interface ReportPorts {
  api: {
    report(events: RemoteEvent[], ticket: string): Promise<unknown>;
    /** For a page that is being left: nobody hears whether it arrives. */
    beacon(events: RemoteEvent[], ticket: string): void;
    /** Says whose the report is; empty for a visitor's. */
    ticket(): Promise<string>;
  };
  clock: { setTimeout(run: () => void, after: number): unknown };
}

export type Report = (event: Pick<RemoteEvent, 'remote' | 'version' | 'kind'> & Partial<RemoteEvent>) => void;

/** Gathers events and sends them every few seconds, the rest on leaving. It never throws: what cannot be told is forgotten. */
export function createReport({ api, clock }: ReportPorts) {
  let queue: RemoteEvent[] = [];
  let isScheduled = false;
  let lastTicket = '';

  const drainQueue = (): RemoteEvent[] => {
    const events = queue;
    queue = [];
    return events;
  };

  /** Asked for at the first event, so that a page which is left soon has it. */
  const fetchTicket = () =>
    api.ticket().then(
      (fetched) => {
        lastTicket = fetched;
      },
      () => {},
    );

  const report: Report = (event) => {
    if (queue.length >= limits.reportMax) return;
    queue.push({ milliseconds: 0, type: '', ...event });
    if (isScheduled) return;
    isScheduled = true;
    const ticketReady = fetchTicket();
    clock.setTimeout(() => {
      isScheduled = false;
      const events = drainQueue();
      if (events.length > 0) void ticketReady.then(() => api.report(events, lastTicket)).catch(() => {});
    }, limits.reportEvery);
  };

  return {
    report,
    /** To be called when the page is left, or may be. */
    flush(): void {
      const events = drainQueue();
      if (events.length > 0) api.beacon(events, lastTicket);
    },
  };
}
