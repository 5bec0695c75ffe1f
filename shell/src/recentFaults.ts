// The last faults of this page, by code and time alone: for the support bundle.
import type { PageBus } from '@amber/client/bus';
import { Fault } from '@amber/proto/faults';

export interface RecentFault {
  code: string;
  time: number;
}

const kept = 30;
const faults: RecentFault[] = [];

/** Notes a fault. The code must not hold anything that somebody has written. */
export function noteFault(code: string): void {
  faults.push({ code, time: Date.now() });
  if (faults.length > kept) faults.shift();
}

/** Oldest first. */
export const recentFaults = (): readonly RecentFault[] => faults;

/** The same bus; the faults of its calls are noted. */
export const noteFaults = (bus: PageBus): PageBus => ({
  ...bus,
  call: (name, request) => {
    const answer = bus.call(name, request);
    answer.catch((thrown: unknown) => noteFault(`${name} ${Fault.of(thrown).code}`));
    return answer;
  },
});
