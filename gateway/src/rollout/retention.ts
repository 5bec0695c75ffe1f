// Deletes files that no page can still need; release rows stay, so that no version is reused.
import type { Limits } from '@amber/proto/limits';
import { sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import type { Db } from '../db/store.ts';
import { previousOf } from './previous.ts';

/**
 * Drops releases that have not been offered for `limits.releaseRetention`, except the last published ones, fallbacks
 * and those with a tester's link; also uploads and replaced files of that age.
 */
export async function dropOldReleases({ db, clock, limits }: { db: Db; clock: Clock; limits: Limits }): Promise<void> {
  const before = clock() - limits.releaseRetention;
  await db.transaction().execute(async (trx) => {
    // The lock keeps releases from being put back into use meanwhile.
    await trx.selectFrom('registry').select('revision').forUpdate().executeTakeFirstOrThrow();
    const offers = await trx.selectFrom('offer').selectAll().execute();
    const releases = await trx
      .selectFrom('release')
      .select(['remote', 'version', 'published_at', 'stable_at', 'retired_at', 'withdrawn', 'dropped'])
      .where('dropped', '=', false)
      .orderBy('published_at', 'desc')
      .execute();
    await trx.deleteFrom('tester_link').where('expires_at', '<=', clock()).execute();
    const links = await trx.selectFrom('tester_link').select(['remote', 'version']).execute();
    for (const offer of offers) {
      const own = releases.filter(({ remote }) => remote === offer.remote);
      const retained = new Set([
        ...previousOf(own, offer, limits.releasesKept),
        ...own.slice(0, limits.releasesKept),
        ...own.filter(({ remote, version }) =>
          links.some((link) => link.remote === remote && link.version === version),
        ),
      ]);
      for (const release of own) {
        if (retained.has(release) || release.retired_at === null || release.retired_at > before) continue;
        await trx
          .updateTable('release')
          .set({ dropped: true })
          .where('remote', '=', release.remote)
          .where('version', '=', release.version)
          .execute();
      }
    }
    await sql`delete from release_file file where uploaded_at <= ${before} and not exists (
      select from release where release.remote = file.remote and release.version = file.version and not dropped
        and files @> jsonb_build_array(jsonb_build_object('path', file.path)))`.execute(trx);
    await sql`delete from release_map map where uploaded_at <= ${before} and not exists (
      select from release where release.remote = map.remote and release.version = map.version and not dropped
        and files @> jsonb_build_array(jsonb_build_object('path', map.path)))`.execute(trx);
  });
  await sql`delete from tester_health health where exists (
    select from release where release.remote = health.remote and release.version = health.version and dropped)`.execute(
    db,
  );
  for (const table of ['remote_health', 'remote_failure'] as const) {
    await db
      .deleteFrom(table)
      .where('minute', '<', Math.floor((clock() - limits.healthRetention) / 60_000))
      .execute();
  }
  await db
    .deleteFrom('release_stack')
    .where('last_at', '<', clock() - limits.healthRetention)
    .execute();
  await db
    .deleteFrom('health_account')
    .where('loaded_at', '<', clock() - limits.accountHealthRetention)
    .execute();
}
