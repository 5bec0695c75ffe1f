// The last faults of this tab, by code and time only, for the support bundle. A reload keeps them.
import type { PageBus } from '@amber/client/bus';
import { Fault } from '@amber/proto/faults';
import { errorWord } from '@amber/proto/problemWords';

export interface RecentFault {
  code: string;
  time: number;
  /** The id of the failed request; the gateway's log has it too. */
  request?: string;
}

const kept = 30;
const place = 'amber.faults';

/** The faults from before the reload; the browser may refuse access. */
function before(): RecentFault[] {
  try {
    const list: unknown = JSON.parse(sessionStorage.getItem(place) ?? '[]');
    return Array.isArray(list) ? (list as RecentFault[]) : [];
  } catch {
    return [];
  }
}

const faults = before();

/** Records a fault. Its code must not contain anything that a person wrote. */
export function noteFault(code: string, request?: string): void {
  faults.push({ code, time: Date.now(), ...(request && { request }) });
  if (faults.length > kept) faults.shift();
  try {
    sessionStorage.setItem(place, JSON.stringify(faults));
  } catch {
    // Then they are lost with the page.
  }
}

/** Oldest first. */
export const recentFaults = (): readonly RecentFault[] => faults;

/** The name of a call; gateway calls have their own. */
const called = (name: string, request: unknown): string => {
  const { call = '' } = name === 'api' ? (request as { call?: string }) : {};
  return /^[a-z]{1,20}\.[a-z]{1,40}$/i.test(call) ? call : name;
};

/** The same bus, recording the faults of its calls. */
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
