// Watches what is being rolled out, and takes back what fails more often than what it replaces.
import type { Limits } from '@amber/proto/limits';
import type { Clock } from '../kit/clock.ts';
import type { Changes } from './changes.ts';
import type { Health } from './health.ts';
import type { LiveRegistry } from './registry.ts';
import { verdict, type Counts } from './verdict.ts';

interface WatchPorts {
  registry: LiveRegistry;
  changes: Changes;
  health: Health;
  clock: Clock;
  limits: Limits;
}

const none: Counts = { loads: 0, errors: 0, crashes: 0 };

export function createWatch({ registry, changes, health, clock, limits }: WatchPorts) {
  return {
    /** Judges every release that is being rolled out, or those of these remotes. */
    async judge(remotes?: ReadonlySet<string>): Promise<void> {
      const {
        registry: { offers },
        offeredAt,
      } = registry.current();
      const rolling = offers.filter(
        ({ remote, candidate, share }) => candidate && share > 0 && (remotes?.has(remote) ?? true),
      );
      for (const { remote, candidate, stable } of rolling) {
        // Both over the same time, since it went to the first of them: what ails everybody is not the candidate's fault,
        // and a bad hour before neither judges it nor hides what it does.
        const since = Math.max(offeredAt.get(remote) ?? candidate!.time, clock() - limits.rolloutWindow);
        const counts = await health.since(since, remote);
        const of = (version: string | undefined) => counts.find((one) => one.version === version) ?? none;
        const why = verdict(of(candidate!.version), of(stable?.version), limits);
        if (why) await changes.withdrawCandidate(remote, candidate!.version, why);
      }
    },
  };
}
