// The release registry of the remotes, put together: createRollout.
import type { RemoteEvent } from '@amber/proto';
import type { Limits } from '@amber/proto/limits';
import type { Bus } from '../delivery/push/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { createChanges } from './changes.ts';
import { createHealth } from './health.ts';
import { openRegistry } from './registry.ts';
import { createReleaseFiles } from './releaseFiles.ts';
import { dropOldReleases } from './retention.ts';
import { seedReleases } from './seeds.ts';
import { createUploads } from './uploads.ts';
import { createWatch } from './watch.ts';
import type { Db } from '../store/store.ts';

interface RolloutPorts {
  db: Db;
  bus: Bus;
  clock: Clock;
  limits: Limits;
  /** Holds a folder per remote, each with its `dist`. */
  remotesDir: string | undefined;
  /** Told of every new revision once this gateway serves it. */
  onRevision(revision: number): void;
  say(sentence: string): void;
  onError(error: unknown): void;
}

export type Rollout = Awaited<ReturnType<typeof createRollout>>;

/** Stores the remotes that lie beside this gateway, then serves what is offered. */
export async function createRollout({ db, bus, clock, limits, remotesDir, onRevision, say, onError }: RolloutPorts) {
  const changes = createChanges({ db, bus, clock, limits });
  await seedReleases({ remotesDir, changes, clock, say });
  const registry = await openRegistry({ db, bus, limits, onRevision, onError });
  const health = createHealth({ db, clock });
  const watch = createWatch({ registry, changes, health, clock, limits });
  let judging: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    judging = judging.then(() => watch.judge()).catch(onError);
  }, limits.sweepEvery);
  timer.unref();

  return {
    changes,
    registry,
    health,
    uploads: createUploads({ db, clock, limits }),
    files: createReleaseFiles({ db, registry }),

    /** Counts what pages tell of releases that are served, then judges what is being rolled out. */
    async report(events: RemoteEvent[]): Promise<void> {
      const known = events.filter(({ remote, version }) => registry.current().releases.has(`${remote} ${version}`));
      if (known.length === 0) return;
      await health.record(known);
      await watch.judge(new Set(known.map(({ remote }) => remote)));
    },

    async dropOld(): Promise<void> {
      await dropOldReleases({ db, clock, limits });
      await registry.reread();
    },

    async close(): Promise<void> {
      clearInterval(timer);
      await judging;
      await health.idle();
      await registry.close();
    },
  };
}
