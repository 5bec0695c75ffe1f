// Reports to the gateway how releases perform: per remote and version, without content, counted once per account by a
// ticket.
import type { RemoteEvent, ReportRequest } from '@amber/proto';
import { limits } from '@amber/proto/limits';

/** A report with the events about releases that this browser tests apart from the others. */
export type ReportBody = Required<Pick<ReportRequest, 'events' | 'testerEvents' | 'ticket'>>;

export interface ReportPorts {
  api: {
    report(report: ReportBody): Promise<unknown>;
    /** Sends a report while the page is unloading; its delivery cannot be confirmed. */
    beacon(report: ReportBody): void;
    /** Resolves to the ticket that identifies the account; empty for a visitor. */
    ticket(): Promise<string>;
  };
  clock: { setTimeout(run: () => void, after: number): unknown };
  /** Resolves to the frames of a crash that lie in the release's own scripts. */
  stackOf(thrown: unknown, release: ReleaseId): Promise<string>;
  /** Whether this browser has the release from a tester's link. */
  isTested(remote: string, version: string): boolean;
}

export type ReleaseId = Pick<RemoteEvent, 'remote' | 'version'>;

/** `thrown` is the error of a crash, if there is one. */
export type Report = (
  event: Pick<RemoteEvent, 'remote' | 'version' | 'kind'> & Partial<RemoteEvent>,
  thrown?: unknown,
) => void;

/**
 * Batches events, sends them every few seconds, and sends the rest when the page is left. It never throws: events that
 * cannot be sent are dropped.
 */
export function createReport({ api, clock, isTested, stackOf }: ReportPorts) {
  let queue: RemoteEvent[] = [];
  let stacks = 0;
  let isScheduled = false;
  let lastTicket = '';

  function drainQueue(): Omit<ReportBody, 'ticket'> {
    const drained = queue;
    queue = [];
    stacks = 0;
    const { tested = [], others = [] } = Object.groupBy(drained, ({ remote, version }) =>
      isTested(remote, version) ? 'tested' : 'others',
    );
    return { events: others, testerEvents: tested };
  }

  /** Fetches the ticket at the first event, so that a page which is left soon has it. */
  const fetchTicket = () =>
    api.ticket().then(
      (fetched) => {
        lastTicket = fetched;
      },
      () => {},
    );

  const report: Report = (event, thrown) => {
    if (queue.length >= limits.reportMax) return;
    const queued = { milliseconds: 0, type: '', stack: '', ...event };
    queue.push(queued);
    // The event does not wait for its stack: without one it goes out as well.
    if (event.kind === 'crash' && thrown && stacks++ < limits.stacksPerReport)
      stackOf(thrown, event).then(
        (stack) => {
          queued.stack = stack;
        },
        () => {},
      );
    if (isScheduled) return;
    isScheduled = true;
    const ticketReady = fetchTicket();
    clock.setTimeout(() => {
      isScheduled = false;
      if (queue.length === 0) return;
      const events = drainQueue();
      void ticketReady.then(() => api.report({ ...events, ticket: lastTicket })).catch(() => {});
    }, limits.reportEvery);
  };

  return {
    report,
    /** Sends the pending events. Called when the page is left, or may be left. */
    flush(): void {
      if (queue.length > 0) api.beacon({ ...drainQueue(), ticket: lastTicket });
    },
  };
}
