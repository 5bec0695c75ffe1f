// Stores the files of a release before it is published.
import { createHash } from 'node:crypto';
import type { UploadReleaseRequest } from '@amber/proto';
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

export function createUploads({ db, clock, limits }: Pick<GatewayBase, 'db' | 'clock' | 'limits'>) {
  return {
    /**
     * Stores one file; the same path again replaces it. Returns its hash.
     * @throws Fault BAD_REQUEST, TOO_LARGE, RELEASE_TAKEN
     */
    async upload(file: Pick<UploadReleaseRequest, 'remote' | 'version' | 'path' | 'data'>): Promise<string> {
      checkRelease(file);
      const { remote, version, path } = file;
      if (!isFilePath(path)) throw new Fault('BAD_REQUEST');
      if (file.data.length > limits.releaseFileMax) throw new Fault('TOO_LARGE');
      const data = Buffer.from(file.data);
      const integrity = integrityOf(data);
      await db.transaction().execute(async (trx) => {
        // The lock prevents a concurrent publication: a published release's files stay as they were checked.
        await trx.selectFrom('registry').select('revision').forShare().executeTakeFirstOrThrow();
        await checkUnpublished(trx, remote, version);
        // Counted per remote, so that a token's holder cannot fill the disk with versions that are never published.
        const { bytes } = await trx
          .selectFrom('release_file as file')
          .select(sql<number>`coalesce(sum(octet_length(data)), 0)::bigint`.as('bytes'))
          .where('remote', '=', remote)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('release')
                  .select('version')
                  .whereRef('release.remote', '=', 'file.remote')
                  .whereRef('release.version', '=', 'file.version'),
              ),
            ),
          )
          .where(({ not, and, eb }) => not(and([eb('version', '=', version), eb('path', '=', path)])))
          .executeTakeFirstOrThrow();
        if (bytes + data.length > limits.releaseMax) throw new Fault('TOO_LARGE');
        const values = { integrity, data, uploaded_at: clock() };
        await trx
          .insertInto('release_file')
          .values({ remote, version, path, ...values })
          .onConflict((on) => on.columns(['remote', 'version', 'path']).doUpdateSet(values))
          .execute();
      });
      return integrity;
    },
  };
}
