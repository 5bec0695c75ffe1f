// Reports to the gateway how releases perform: per remote and version, without content, counted once per account by a
// ticket.
import type { RemoteEvent } from '@amber/proto';
import { limits } from '@amber/proto/limits';

export interface ReportPorts {
  api: {
    report(events: RemoteEvent[], ticket: string): Promise<unknown>;
    /** Sends a report while the page is unloading; its delivery cannot be confirmed. */
    beacon(events: RemoteEvent[], ticket: string): void;
    /** Resolves to the ticket that identifies the account; empty for a visitor. */
    ticket(): Promise<string>;
  };
  clock: { setTimeout(run: () => void, after: number): unknown };
}

export type Report = (event: Pick<RemoteEvent, 'remote' | 'version' | 'kind'> & Partial<RemoteEvent>) => void;

/**
 * Batches events, sends them every few seconds, and sends the rest when the page is left. It never throws: events that
 * cannot be sent are dropped.
 */
export function createReport({ api, clock }: ReportPorts) {
  let queue: RemoteEvent[] = [];
  let isScheduled = false;
  let lastTicket = '';

  const drainQueue = (): RemoteEvent[] => {
    const events = queue;
    queue = [];
    return events;
  };

  /** Fetches the ticket at the first event, so that a page which is left soon has it. */
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
    /** Sends the pending events. Called when the page is left, or may be left. */
    flush(): void {
      const events = drainQueue();
      if (events.length > 0) api.beacon(events, lastTicket);
    },
  };
}
