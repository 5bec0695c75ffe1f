// Stores the files of a release, and the source maps of its scripts, before it is published.
import { createHash } from 'node:crypto';
import type { UploadMapRequest, UploadReleaseRequest } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { sql } from 'kysely';
import { checkRelease, isFilePath } from './names.ts';
import type { Transaction } from '../db/store.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

export const integrityOf = (data: Uint8Array): string => `sha384-${createHash('sha384').update(data).digest('base64')}`;

/** @throws Fault RELEASE_TAKEN when this version has been published. */
export async function checkUnpublished(trx: Transaction, remote: string, version: string): Promise<void> {
  const taken = await trx
    .selectFrom('release')
    .select('version')
    .where('remote', '=', remote)
    .where('version', '=', version)
    .executeTakeFirst();
  if (taken) throw new Fault('RELEASE_TAKEN');
}

type ReleaseTable = 'release_file' | 'release_map';
type ReleasePath = Pick<UploadReleaseRequest, 'remote' | 'version' | 'path'>;

/** What the remote has uploaded and not published, without this path: a published release's files are final. */
async function sumOfOthers(trx: Transaction, table: ReleaseTable, { remote, version, path }: ReleasePath) {
  const { rows } = await sql<{ bytes: number; files: number }>`
    select coalesce(sum(octet_length(data)), 0)::bigint as bytes, count(*)::int as files
    from ${sql.table(table)} file where remote = ${remote} and not (version = ${version} and path = ${path})
      and not exists (select from release where release.remote = file.remote and release.version = file.version)`.execute(
    trx,
  );
  return rows[0]!;
}

export function createUploads({ db, clock, limits }: Pick<GatewayBase, 'db' | 'clock' | 'limits'>) {
  /**
   * Stores in one step what belongs to an unpublished release.
   * @throws Fault BAD_REQUEST, TOO_LARGE, RELEASE_TAKEN
   */
  async function store(
    table: ReleaseTable,
    { data, ...releasePath }: ReleasePath & { data: Uint8Array },
    insert: (trx: Transaction) => Promise<unknown>,
  ): Promise<void> {
    checkRelease(releasePath);
    const { remote, version, path } = releasePath;
    if (!isFilePath(path)) throw new Fault('BAD_REQUEST');
    if (data.length > limits.releaseFileMax) throw new Fault('TOO_LARGE');
    await db.transaction().execute(async (trx) => {
      // The lock prevents a concurrent publication: a published release's files stay as they were checked.
      await trx.selectFrom('registry').select('revision').forShare().executeTakeFirstOrThrow();
      await checkUnpublished(trx, remote, version);
      // Counted per remote, so that a token's holder cannot fill the disk with versions that are never published,
      // and because each upload counts them again.
      const { bytes, files } = await sumOfOthers(trx, table, releasePath);
      if (bytes + data.length > limits.releaseMax || files >= limits.releaseFilesMax) throw new Fault('TOO_LARGE');
      await insert(trx);
    });
  }

  return {
    /**
     * Stores one file; the same path again replaces it. Returns its hash.
     * @throws Fault BAD_REQUEST, TOO_LARGE, RELEASE_TAKEN
     */
    async upload(file: Pick<UploadReleaseRequest, 'remote' | 'version' | 'path' | 'data'>): Promise<string> {
      const { remote, version, path } = file;
      const data = Buffer.from(file.data);
      const values = { integrity: integrityOf(data), data, uploaded_at: clock() };
      await store('release_file', file, (trx) =>
        trx
          .insertInto('release_file')
          .values({ remote, version, path, ...values })
          .onConflict((on) => on.columns(['remote', 'version', 'path']).doUpdateSet(values))
          .execute(),
      );
      return values.integrity;
    },

    /**
     * Stores the source map of one script; the same path again replaces it. It is read when names are asked for.
     * @throws Fault BAD_REQUEST, TOO_LARGE, RELEASE_TAKEN
     */
    async uploadMap(map: Pick<UploadMapRequest, 'remote' | 'version' | 'path' | 'data'>): Promise<void> {
      const { remote, version, path } = map;
      const values = { data: Buffer.from(map.data), uploaded_at: clock() };
      await store('release_map', map, (trx) =>
        trx
          .insertInto('release_map')
          .values({ remote, version, path, ...values })
          .onConflict((on) => on.columns(['remote', 'version', 'path']).doUpdateSet(values))
          .execute(),
      );
    },
  };
}
