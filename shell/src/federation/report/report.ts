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
  let waiting: RemoteEvent[] = [];
  let isDue = false;
  let known = '';

  const take = (): RemoteEvent[] => {
    const events = waiting;
    waiting = [];
    return events;
  };

  /** Asked for at the first event, so that a page which is left soon has it. */
  const askTicket = () =>
    api.ticket().then(
      (given) => {
        known = given;
      },
      () => {},
    );

  const report: Report = (event) => {
    if (waiting.length >= limits.reportMax) return;
    waiting.push({ milliseconds: 0, type: '', ...event });
    if (isDue) return;
    isDue = true;
    const asked = askTicket();
    clock.setTimeout(() => {
      isDue = false;
      const events = take();
      if (events.length > 0) void asked.then(() => api.report(events, known)).catch(() => {});
    }, limits.reportEvery);
  };

  return {
    report,
    /** To be called when the page is left, or may be. */
    leave(): void {
      const events = take();
      if (events.length > 0) api.beacon(events, known);
    },
  };
}
