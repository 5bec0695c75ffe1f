// Remembers for some minutes which releases' files this gateway did not deliver, and to which networks.
import type { Limits } from '@amber/proto/limits';
import { narrowNetworkOf } from '../core/address.ts';
import type { Clock } from '../core/clock.ts';

interface UndeliveredPorts {
  clock: Clock;
  limits: Pick<Limits, 'undeliveredFor'>;
}

export type Undelivered = ReturnType<typeof createUndelivered>;

/** At this many entries the oldest is forgotten: strangers can request files that do not exist. */
const entriesMax = 10_000;
const releasePath = /^\/chat\/remotes\/([^/]+)\/([^/]+)\//;

/**
 * An entry alone is not evidence, because anyone can request a file that does not exist. It turns a failure that
 * somebody in the same network reports from the network's fault into the release's.
 */
export function createUndelivered({ clock, limits }: UndeliveredPorts) {
  const times = new Map<string, number>();
  const keyOf = (remote: string, version: string, address: string) =>
    `${remote} ${version} ${narrowNetworkOf(address)}`;

  return {
    /** Called with the path of a release's file that was answered 404, or whose answer was cut. */
    add(path: string, address: string): void {
      const [, remote, version] = releasePath.exec(path) ?? [];
      if (!remote || !version) return;
      const key = keyOf(remote, version, address);
      times.delete(key);
      times.set(key, clock());
      if (times.size > entriesMax) times.delete(times.keys().next().value!);
    },

    has: (remote: string, version: string, address: string): boolean =>
      (times.get(keyOf(remote, version, address)) ?? Number.NEGATIVE_INFINITY) > clock() - limits.undeliveredFor,
  };
}
