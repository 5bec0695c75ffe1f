// Counts where releases crash: equal stacks of each release, under the names of its source maps.
import type { CrashStack, RemoteEvent } from '@amber/proto';
import { sql } from 'kysely';
import type { GatewayBase } from '../db/gatewayBase.ts';
import { createFrameNames } from './frameNames.ts';
import { formatFrames, parseFrames } from './frames.ts';
import { releaseFilePath } from './names.ts';
import type { LiveRegistry } from './registry.ts';

interface StacksPorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits'> {
  registry: Pick<LiveRegistry, 'current'>;
}

type StackKey = { remote: string; version: string; frames: string };

export function createStacks({ db, clock, limits, registry }: StacksPorts) {
  const frameNames = createFrameNames({ db });

  function keyOf({ remote, version, stack }: RemoteEvent): StackKey {
    const { files } = registry.current();
    const isOwnFile = (path: string) => files.has(releaseFilePath(remote, version, path));
    return { remote, version, frames: formatFrames(parseFrames(stack, isOwnFile, limits)) };
  }

  async function count({ remote, version, frames }: StackKey): Promise<void> {
    const last_at = clock();
    await db
      .insertInto('release_stack')
      .values({ remote, version, frames, count: 1, last_at })
      .onConflict((on) =>
        on
          .columns(['remote', 'version', 'frames'])
          .doUpdateSet({ count: sql<number>`release_stack.count + 1`, last_at }),
      )
      .execute();
    // A new stack stays, so that it can become frequent. Rows that another report changes are left to that one.
    await sql`delete from release_stack where (remote, version, frames) in (
      select remote, version, frames from release_stack where remote = ${remote} and version = ${version}
      order by frames = ${frames} desc, count desc, last_at desc offset ${limits.stacksPerRelease} for update skip locked)`.execute(
      db,
    );
  }

  return {
    /** Counts the stacks of events that the health of releases counts: each account's once a day. */
    async record(events: readonly RemoteEvent[]): Promise<void> {
      const keys = events.filter(({ kind }) => kind === 'crash').map(keyOf);
      for (const key of keys) if (key.frames !== '') await count(key);
    },

    /** Returns the stacks of a release, most frequent first. */
    async list(remote: string, version: string): Promise<CrashStack[]> {
      const rows = await db
        .selectFrom('release_stack')
        .select(['frames', 'count', 'last_at as time'])
        .where('remote', '=', remote)
        .where('version', '=', version)
        .orderBy('count', 'desc')
        .orderBy('time', 'desc')
        .limit(limits.stacksPerRelease)
        .execute();
      const stacks = rows.map((row) => ({ ...row, frames: parseFrames(row.frames, () => true, limits) }));
      const names = await frameNames.resolve(
        { remote, version },
        stacks.flatMap(({ frames }) => frames),
      );
      return stacks.map((stack) => ({ ...stack, frames: stack.frames.map((frame) => names.get(frame) ?? frame) }));
    },
  };
}
