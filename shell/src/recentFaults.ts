// The last faults of this tab, by code and time alone: for the support bundle. A reload, which people try first, keeps them.
import type { PageBus } from '@amber/client/bus';
import { Fault } from '@amber/proto/faults';
import { errorWord } from '@amber/proto/problemWords';

export interface RecentFault {
  code: string;
  time: number;
  /** The id of the request that ended in it: the gateway's log has it too. */
  request?: string;
}

const kept = 30;
const place = 'amber.faults';

/** What the tab had before it was loaded again; a browser may refuse to say. */
function before(): RecentFault[] {
  try {
    const list: unknown = JSON.parse(sessionStorage.getItem(place) ?? '[]');
    return Array.isArray(list) ? (list as RecentFault[]) : [];
  } catch {
    return [];
  }
}

const faults = before();

/** Notes a fault. The code must not hold anything that somebody has written. */
export function noteFault(code: string, request?: string): void {
  faults.push({ code, time: Date.now(), ...(request && { request }) });
  if (faults.length > kept) faults.shift();
  try {
    sessionStorage.setItem(place, JSON.stringify(faults));
  } catch {
    // Then they last as long as the page.
  }
}

/** Oldest first. */
export const recentFaults = (): readonly RecentFault[] => faults;

/** A call of the gateway has its own name. */
const called = (name: string, request: unknown): string => {
  const { call = '' } = name === 'api' ? (request as { call?: string }) : {};
  return /^[a-z]{1,20}\.[a-z]{1,40}$/i.test(call) ? call : name;
};

/** The same bus; the faults of its calls are noted. */
export const noteFaults = (bus: PageBus): PageBus => ({
  ...bus,
  call: (name, request) => {
    const answer = bus.call(name, request);
    answer.catch((thrown: unknown) =>
      noteFault(`${called(name, request)} ${errorWord(thrown)}`, Fault.of(thrown).request),
    );
    return answer;
  },
});
