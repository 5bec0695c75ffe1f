// Tells the gateway how releases fare: per remote and version, without content or identity.
import type { RemoteEvent } from '@amber/proto';
import { limits } from '@amber/proto/limits';

interface ReportPorts {
  send(events: RemoteEvent[]): Promise<unknown>;
  setTimeout?: (run: () => void, after: number) => unknown;
}

export type Report = (event: Pick<RemoteEvent, 'remote' | 'version' | 'kind'> & Partial<RemoteEvent>) => void;

/** Gathers events and sends them every few seconds. It never throws: what cannot be told is forgotten. */
export function createReport({ send, setTimeout: later = setTimeout }: ReportPorts): Report {
  let waiting: RemoteEvent[] = [];
  let isDue = false;

  const flush = () => {
    isDue = false;
    const events = waiting;
    waiting = [];
    void Promise.resolve(events)
      .then(send)
      .catch(() => {});
  };

  return (event) => {
    if (waiting.length >= limits.reportMax) return;
    waiting.push({ milliseconds: 0, type: '', ...event });
    if (isDue) return;
    isDue = true;
    later(flush, limits.reportEvery);
  };
}
