// The registry's details as files: written when they change, served under a name that never changes its content.
import { createHash } from 'node:crypto';
import type { Registry, RegistryDetails, ReleaseFile } from '@amber/proto';
import { sql } from 'kysely';
import { createAsset, type Asset } from '../files/assets.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

const folder = '/chat/registry/';
const address = /^\/chat\/registry\/(\d{1,16}\.[0-9a-f]{16}\.json)$/;

const detailsOf = ({ offers }: Registry): RegistryDetails => ({
  remotes: offers.map(({ remote, stable, candidate, beta, previous }) => ({
    remote,
    offered: [stable, candidate, beta].filter((release) => release !== null),
    previous,
  })),
});

export type DetailFiles = ReturnType<typeof createDetailFiles>;

export function createDetailFiles({ db, clock, limits }: Pick<GatewayBase, 'db' | 'clock' | 'limits'>) {
  /** The last file served, because every page requests it. */
  let last: { path: string; asset: Asset } | undefined;

  return {
    /** Writes this registry's details, unless a file has them already. */
    async write(registry: Registry): Promise<ReleaseFile> {
      const { revision } = registry;
      const content = JSON.stringify(detailsOf(registry));
      const digest = createHash('sha384').update(content).digest();
      const hash = digest.toString('hex').slice(0, 16);
      const { name } = await db
        .insertInto('registry_file')
        .values({ hash, name: `${revision}.${hash}.json`, content, revision })
        .onConflict((on) =>
          on
            .column('hash')
            .doUpdateSet({ revision: sql`greatest(registry_file.revision, excluded.revision)`, replaced_at: null }),
        )
        .returning('name')
        .executeTakeFirstOrThrow();
      await db
        .updateTable('registry_file')
        .set({ replaced_at: clock() })
        // Another gateway may be ahead of this one.
        .where('revision', '<', revision)
        .where('hash', '<>', hash)
        .where('replaced_at', 'is', null)
        .execute();
      return { url: folder + name, integrity: `sha384-${digest.toString('base64')}` };
    },

    /** The file at this address; undefined when there is none. */
    async find(path: string): Promise<Asset | undefined> {
      const [, name] = address.exec(path) ?? [];
      if (name === undefined) return undefined;
      if (last?.path === path) return last.asset;
      const row = await db.selectFrom('registry_file').select('content').where('name', '=', name).executeTakeFirst();
      if (!row) return undefined;
      last = { path, asset: createAsset(name, Buffer.from(row.content)) };
      return last.asset;
    },

    async dropOld(): Promise<void> {
      last = undefined;
      await db
        .deleteFrom('registry_file')
        .where('replaced_at', '<=', clock() - limits.registryFileRetention)
        .execute();
    },
  };
}
