// The files of every served release, cached in memory by hash on first use.
import type { Limits } from '@amber/proto/limits';
import { createAsset, type Asset } from '../files/assets.ts';
import type { Db } from '../db/store.ts';
import type { LiveRegistry } from './registry.ts';

interface ReleaseFilesPorts {
  db: Db;
  registry: LiveRegistry;
  limits: Pick<Limits, 'releaseFileRecompressAfter'>;
}

export function createReleaseFiles({ db, registry, limits }: ReleaseFilesPorts) {
  /** Each gateway has its own, because what a hash names never changes. */
  const assets = new Map<string, Promise<Asset | undefined>>();
  let revision = 0;

  async function read(integrity: string, address: string): Promise<Asset | undefined> {
    const row = await db
      .selectFrom('release_file')
      .select('data')
      .where('integrity', '=', integrity)
      .executeTakeFirst();
    if (row) return createAsset(address, row.data, { bestAfter: limits.releaseFileRecompressAfter });
    assets.delete(integrity);
    return undefined;
  }

  function evictOld(): void {
    const now = registry.current();
    if (now.registry.revision === revision) return;
    revision = now.registry.revision;
    const served = new Set(now.files.values());
    for (const integrity of assets.keys()) if (!served.has(integrity)) assets.delete(integrity);
  }

  return {
    /** The file at this address, unless no release has it. */
    async find(address: string): Promise<Asset | undefined> {
      // A page may have been served by a gateway that learned of a release before this one.
      if (!registry.current().files.has(address)) await registry.refresh();
      const integrity = registry.current().files.get(address);
      if (integrity === undefined) return undefined;
      evictOld();
      let asset = assets.get(integrity);
      if (!asset) {
        asset = read(integrity, address);
        assets.set(integrity, asset);
        asset.catch(() => assets.delete(integrity));
      }
      return asset;
    },
  };
}
