// How many calls an address may make in a minute.
import { isLoopback } from './address.ts';
import type { Clock } from './clock.ts';

const minute = 60_000;

/** Counts by the calendar minute; addresses of this machine are spared. */
export function createCallLimit({ clock, perMinute }: { clock: Clock; perMinute: number }) {
  let counts = new Map<string, number>();
  let countedMinute = 0;
  return {
    /** False when this call is one too many. */
    allow(address: string): boolean {
      if (isLoopback(address)) return true;
      const current = Math.floor(clock() / minute);
      if (current !== countedMinute) {
        counts = new Map();
        countedMinute = current;
      }
      const count = (counts.get(address) ?? 0) + 1;
      counts.set(address, count);
      return count <= perMinute;
    },
  };
}
