// Testers' links: whoever opens one gets a published release in that browser, until the link ends.
import type { PageRelease, RemoteEvent, TesterLink } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { isFailure } from '@amber/proto/releaseFailures';
import { sql } from 'kysely';
import { hashOfSecret, newSecret } from '../core/secret.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Db } from '../db/store.ts';
import { addAuditEntry } from './auditEntries.ts';
import type { Changes } from './changes.ts';
import { findRelease } from './findRelease.ts';
import { toPageRelease } from './pageRegistry.ts';
import { toRelease } from './registry.ts';

const day = 24 * 60 * 60_000;

interface TestersPorts extends Pick<GatewayBase, 'db' | 'store' | 'clock' | 'limits'> {
  changes: Pick<Changes, 'changeRevision'>;
}

export function createTesters({ db, store: { visitorDb }, clock, limits, changes }: TestersPorts) {
  const valid = (from: Db = db) => from.selectFrom('tester_link').where('expires_at', '>', clock());

  return {
    /**
     * Returns the token, which cannot be looked up later.
     * @throws Fault BAD_REQUEST; TESTER_RELEASE when there is no such release or it was rolled back; TOO_MANY
     */
    async create(
      who: string,
      remote: string,
      version: string,
      days: number,
    ): Promise<{ token: string; link: TesterLink }> {
      if (!Number.isInteger(days) || days < 1 || days > limits.testerLinkDays) throw new Fault('BAD_REQUEST');
      const token = newSecret();
      const link: TesterLink = { id: newSecret().slice(0, 12), remote, version, who, expires: clock() + days * day };
      await db.transaction().execute(async (trx) => {
        // The lock keeps the release's files from being dropped meanwhile.
        await trx.selectFrom('registry').select('revision').forUpdate().executeTakeFirstOrThrow();
        if (!(await findRelease(trx, remote, version))) throw new Fault('TESTER_RELEASE');
        await trx.deleteFrom('tester_link').where('expires_at', '<=', clock()).execute();
        const links = await trx.selectFrom('tester_link').select('id').where('remote', '=', remote).execute();
        if (links.length >= limits.testerLinksMax) throw new Fault('TOO_MANY');
        const { expires, ...row } = link;
        await trx
          .insertInto('tester_link')
          .values({ ...row, hash: hashOfSecret(token), expires_at: expires })
          .execute();
        await addAuditEntry(trx, { time: clock(), who, remote }, ['createdTesterLink', version]);
      });
      return { token, link };
    },

    /** Ends the link; browsers that have opened it learn that by the new revision. */
    revoke: (who: string, remote: string, id: string): Promise<void> =>
      changes.changeRevision(async (trx) => {
        const link = await trx
          .deleteFrom('tester_link')
          .where('remote', '=', remote)
          .where('id', '=', id)
          .returning('version')
          .executeTakeFirst();
        if (link) await addAuditEntry(trx, { time: clock(), who, remote }, ['revokedTesterLink', link.version]);
        return link !== undefined;
      }),

    /** Returns the valid links, of one remote or of all. */
    async list(remote?: string): Promise<TesterLink[]> {
      let query = valid().select(['id', 'remote', 'version', 'who', 'expires_at as expires']).orderBy('expires_at');
      if (remote !== undefined) query = query.where('remote', '=', remote);
      return query.execute();
    },

    /**
     * Returns the release of a link, with titles in the page's language.
     * @throws Fault TESTER_LINK when the link is unknown, has expired or was revoked, or its release was rolled back
     */
    async open(token: string, language: string): Promise<{ remote: string; release: PageRelease; expires: number }> {
      const link = await valid(visitorDb)
        .select(['remote', 'version', 'expires_at'])
        .where('hash', '=', hashOfSecret(token))
        .executeTakeFirst();
      if (!link) throw new Fault('TESTER_LINK');
      const { remote, version, expires_at: expires } = link;
      const release = await findRelease(visitorDb, remote, version);
      if (!release) throw new Fault('TESTER_LINK');
      return { remote, release: toPageRelease(toRelease(release), language), expires };
    },

    /** Counts what testers' browsers report about releases that have a valid link; it judges nothing. */
    async recordReports(events: readonly RemoteEvent[]): Promise<void> {
      const counted = events.filter(({ kind }) => kind !== 'ready');
      if (counted.length === 0) return;
      const links = new Set(
        (await valid().select(['remote', 'version']).execute()).map((link) => `${link.remote} ${link.version}`),
      );
      const byRelease = Map.groupBy(counted, ({ remote, version }) => `${remote} ${version}`);
      for (const [key, some] of byRelease) {
        if (!links.has(key)) continue;
        const [{ remote, version }] = some as [RemoteEvent];
        const loads = some.filter(({ kind }) => kind === 'load').length;
        const failures = some.filter(({ kind, type }) => kind !== 'load' && isFailure(type)).length;
        await db
          .insertInto('tester_health')
          .values({ remote, version, loads, failures })
          .onConflict((on) =>
            on.columns(['remote', 'version']).doUpdateSet({
              loads: sql<number>`tester_health.loads + excluded.loads`,
              failures: sql<number>`tester_health.failures + excluded.failures`,
            }),
          )
          .execute();
      }
    },

    /** Returns the counts by `remote version`. */
    async health(): Promise<Map<string, { testerLoads: number; testerFailures: number }>> {
      const rows = await db.selectFrom('tester_health').selectAll().execute();
      return new Map(
        rows.map(({ remote, version, loads, failures }) => [
          `${remote} ${version}`,
          { testerLoads: loads, testerFailures: failures },
        ]),
      );
    },
  };
}
