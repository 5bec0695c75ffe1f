// The files of every build that is or was running on this database: during an upgrade each gateway serves the pages of
// the others, and teams can install the kit that their lockfiles name.
import type { FastifyBaseLogger } from 'fastify';
import type { GatewayBase } from '../db/gatewayBase.ts';
import { createAsset, type Asset, hasContentHash } from '../files/assets.ts';
import { integrityOf } from '../rollout/uploads.ts';

const day = 24 * 60 * 60_000;
const rowsPerInsert = 20;

/** The kits of builds. Teams' lockfiles name them long after an upgrade. */
export const kitFolder = '/chat/kit/';

interface HostFilesPorts extends Pick<GatewayBase, 'store' | 'clock' | 'limits' | 'onError' | 'onClose' | 'onSweep'> {
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** A gateway that has no other one beside it keeps only the kits. */
  isSole: boolean;
}

export type HostFiles = ReturnType<typeof createHostFiles>;

export function createHostFiles({ store, clock, limits, log, onError, onClose, onSweep, isSole }: HostFilesPorts) {
  const { db, visitorDb } = store;
  const isStored = (path: string) => hasContentHash(path) && (!isSole || path.startsWith(kitFolder));
  /** Files of other builds, once requested. */
  const cached = new Map<string, Promise<Asset | undefined>>();

  /** Stores what the database lacks, and notes the rest as in use. A stored file is never replaced. */
  async function storeFiles(files: ReadonlyMap<string, Buffer>): Promise<void> {
    const paths = [...files.keys()].sort();
    const integrities = new Map(paths.map((path) => [path, integrityOf(files.get(path)!)]));
    const different = await db.transaction().execute(async (tx) => {
      const known = new Map(
        (
          await tx
            .updateTable('host_file')
            .set({ used_at: clock() })
            .where('path', 'in', paths)
            .returning(['path', 'integrity'])
            .execute()
        ).map(({ path, integrity }) => [path, integrity]),
      );
      const missing = paths.filter((path) => !known.has(path));
      for (let from = 0; from < missing.length; from += rowsPerInsert) {
        await tx
          .insertInto('host_file')
          .values(
            missing.slice(from, from + rowsPerInsert).map((path) => ({
              path,
              integrity: integrities.get(path)!,
              data: files.get(path)!,
              used_at: clock(),
            })),
          )
          // Another gateway of this build may start at the same time.
          .onConflict((on) => on.doNothing())
          .execute();
      }
      return [...known].flatMap(([path, integrity]) => (integrities.get(path) === integrity ? [] : [path]));
    });
    if (different.length > 0)
      log.warn(
        { files: different },
        'another build has files of these names with other content: its pages and those of this build fail at each other’s gateways',
      );
  }

  async function read(path: string): Promise<Asset | undefined> {
    // Anyone can ask for any name, so this has the connections of visitors.
    const row = await visitorDb.selectFrom('host_file').select('data').where('path', '=', path).executeTakeFirst();
    if (row) return createAsset(path, row.data);
    cached.delete(path);
    return undefined;
  }

  onSweep(async () => {
    await db
      .deleteFrom('host_file')
      .where((row) =>
        row.or([
          row('used_at', '<=', clock() - limits.kitRetention),
          row.and([row('used_at', '<=', clock() - limits.hostFileRetention), row('path', 'not like', `${kitFolder}%`)]),
        ]),
      )
      .execute();
  });

  return {
    /** Stores the files of this gateway's build whose names have a content hash, and keeps them while it runs. */
    async publish(assets: ReadonlyMap<string, Asset>): Promise<void> {
      const files = new Map(
        [...assets].filter(([path]) => isStored(path)).map(([path, { identity }]) => [path, identity]),
      );
      if (files.size === 0) return;
      await storeFiles(files);
      const timer = setInterval(() => {
        cached.clear();
        storeFiles(files).catch(onError);
      }, day);
      timer.unref();
      onClose(() => clearInterval(timer));
    },

    /** The file of another build; undefined if there is none. @throws Fault UNAVAILABLE */
    async find(path: string): Promise<Asset | undefined> {
      if (!isStored(path)) return undefined;
      let asset = cached.get(path);
      if (!asset) {
        asset = read(path);
        cached.set(path, asset);
        asset.catch(() => cached.delete(path));
      }
      return asset;
    },
  };
}
