// The last faults of this tab for the support bundle, by code and time only. They survive a reload.
import type { PageBus } from '@amber/client/bus';
import { storedJson, storeText } from '@amber/client/storage';
import { Fault } from '@amber/proto/faults';
import { errorCodeOf } from '@amber/proto/problemCodes';

export interface RecentFault {
  code: string;
  time: number;
  /** The id of the failed request, which the gateway's log contains as well. */
  request?: string;
}

const faultsMax = 30;
const storageKey = 'amber.faults';

/** Reads the faults from before the reload. */
function readStored(): RecentFault[] {
  const list = storedJson(storageKey, 'sessionStorage');
  return Array.isArray(list) ? (list as RecentFault[]) : [];
}

const faults = readStored();

/** Records a fault. Its code must not contain anything that a person wrote. */
export function recordFault(code: string, request?: string): void {
  faults.push({ code, time: Date.now(), ...(request && { request }) });
  if (faults.length > faultsMax) faults.shift();
  // Without storage the faults are lost with the page.
  storeText(storageKey, JSON.stringify(faults), 'sessionStorage');
}

/** Returns the faults, oldest first. */
export const recentFaults = (): readonly RecentFault[] => faults;

/** Returns the name of a call. Calls to the gateway have their own names. */
const callName = (name: string, request: unknown): string => {
  const { call = '' } = name === 'api' ? (request as { call?: string }) : {};
  return /^[a-z]{1,20}\.[a-z]{1,40}$/i.test(call) ? call : name;
};

/** Wraps the bus to record the faults of its calls. */
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
