// The last faults of this tab, by code and time only, for the support bundle. A reload keeps them.
import type { PageBus } from '@amber/client/bus';
import { Fault } from '@amber/proto/faults';
import { errorCodeOf } from '@amber/proto/problemCodes';

export interface RecentFault {
  code: string;
  time: number;
  /** The id of the failed request; the gateway's log has it too. */
  request?: string;
}

const faultsMax = 30;
const storageKey = 'amber.faults';

/** The faults from before the reload; the browser may refuse access. */
function readStored(): RecentFault[] {
  try {
    const list: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(list) ? (list as RecentFault[]) : [];
  } catch {
    return [];
  }
}

const faults = readStored();

/** Records a fault. Its code must not contain anything that a person wrote. */
export function recordFault(code: string, request?: string): void {
  faults.push({ code, time: Date.now(), ...(request && { request }) });
  if (faults.length > faultsMax) faults.shift();
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(faults));
  } catch {
    // Then they are lost with the page.
  }
}

/** Oldest first. */
export const recentFaults = (): readonly RecentFault[] => faults;

/** The name of a call; gateway calls have their own. */
const callName = (name: string, request: unknown): string => {
  const { call = '' } = name === 'api' ? (request as { call?: string }) : {};
  return /^[a-z]{1,20}\.[a-z]{1,40}$/i.test(call) ? call : name;
};

/** The same bus, recording the faults of its calls. */
export const recordFaults = (bus: PageBus): PageBus => ({
  ...bus,
  call: (name, request) => {
    const answer = bus.call(name, request);
    answer.catch((thrown: unknown) =>
      recordFault(`${callName(name, request)} ${errorCodeOf(thrown)}`, Fault.of(thrown).request),
    );
    return answer;
  },
});
