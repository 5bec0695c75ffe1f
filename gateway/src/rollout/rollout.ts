// Composes the release registry of the remotes: createRollout.
import type { Offer, Release, RemoteEvent, RemoteHealth } from '@amber/proto';
import { isInRollout } from '@amber/proto/rolloutShare';
import { createBetas } from './betas.ts';
import { createChanges } from './changes.ts';
import { createDetailFiles } from './detailFiles.ts';
import type { Reporter } from './accountHealth.ts';
import { createHealth } from './health.ts';
import { readHostPackages } from './hostPackages.ts';
import { openRegistry } from './registry.ts';
import { createReleaseFiles } from './releaseFiles.ts';
import { dropOldReleases } from './retention.ts';
import { followCheckout, leftOutOf, seedReleases } from './seeds.ts';
import { percentile } from './speed.ts';
import { createStacks } from './stacks.ts';
import { createTesters } from './testers.ts';
import { createTickets } from './tickets.ts';
import { createUndelivered } from './undelivered.ts';
import { createUploads } from './uploads.ts';
import { createMonitor } from './monitor.ts';
import { insertSeedPathOwners } from './pathOwners.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

interface RolloutPorts extends Pick<GatewayBase, 'db' | 'store' | 'bus' | 'clock' | 'limits' | 'metrics' | 'onError'> {
  /** Signs health tickets; the same on every gateway of a database. */
  secret: string;
  /** The folder that contains a folder per remote, each with its `dist`. */
  remotesDir: string | undefined;
  /** The folder of the host's build. */
  shellDir: string | undefined;
  /** Called with every new revision once this gateway serves it. */
  onRevision(revision: number): void;
  say(sentence: string): void;
}

export type Rollout = Awaited<ReturnType<typeof createRollout>>;

/**
 * Whether this account gets this version now; after a fallback or rollback it has another version, and its reports
 * judge none.
 */
function isAssigned(offer: Offer, version: string, identifier: string, isInBeta: boolean): boolean {
  const { remote, stable, candidate, share, beta, betaShare } = offer;
  const gets = (release: Release | null, part: number) =>
    release !== null && isInRollout(remote, release.version, identifier, part);
  const assigned = isInBeta && gets(beta, betaShare) ? beta : gets(candidate, share) ? candidate : stable;
  return version === assigned?.version;
}

/** Stores the remotes built next to this gateway, then serves the current releases. */
export async function createRollout(ports: RolloutPorts) {
  const { db, clock, limits, metrics, remotesDir, shellDir, say, onError } = ports;
  const hostPackages = await readHostPackages(shellDir);
  const changes = createChanges({ ...ports, hostPackages });
  const seeds = { remotesDir, changes, hostPackages, clock, say };
  await insertSeedPathOwners(db);
  let leftOut = await seedReleases(seeds);
  const details = createDetailFiles(ports);
  // The database may be a restored backup, and pages ignore revisions older than theirs.
  await changes.bumpRevision();
  const registry = await openRegistry({ ...ports, details, bumpRevision: changes.bumpRevision });
  for (const { remote, stable } of registry.current().registry.offers)
    if (stable && !stable.place)
      say(`${remote} ${stable.version} is kept, and not shown: it was built before there were places`);
  const tickets = createTickets(ports);
  const undelivered = createUndelivered({ clock, limits });
  const health = createHealth({ db, clock, metrics, tickets, undelivered, limits });
  const stacks = createStacks({ db, clock, limits, registry });
  const betas = createBetas(ports);
  const testers = createTesters({ ...ports, changes });
  const monitor = createMonitor({ db, registry, changes, health, clock, limits });
  let judgement: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    judgement = judgement.then(() => monitor.judge()).catch(onError);
  }, limits.sweepEvery);
  timer.unref();

  return {
    changes,
    registry,
    tickets,
    betas,
    testers,
    uploads: createUploads(ports),
    files: createReleaseFiles({ db, registry, limits }),
    details,
    undelivered,
    stacks,

    /** Counts a page's reports about served releases. `reporter`: null for a visitor, who judges nothing. */
    async report(events: RemoteEvent[], reporter: Reporter | null): Promise<void> {
      const { registry: now, releases } = registry.current();
      const known = events.filter(({ remote, version }) => releases.has(`${remote} ${version}`));
      if (known.length === 0) return;
      if (reporter === null) return health.recordVisitorReports(known);
      const { identifier } = reporter;
      const reported = new Set(known.map(({ remote }) => remote));
      const hasBeta = now.offers.some(({ remote, beta }) => beta && reported.has(remote));
      const joined = hasBeta ? await betas.joinedBy(identifier) : [];
      const assigned = known.filter(({ remote, version }) => {
        const offer = now.offers.find((one) => one.remote === remote);
        return offer !== undefined && isAssigned(offer, version, identifier, joined.includes(remote));
      });
      const fresh = await health.recordAccountReport(reporter, assigned);
      if (fresh.length === 0) return;
      await monitor.judge(new Set(fresh.map(({ remote }) => remote)));
      await stacks.record(fresh);
    },

    /** Recent health of each release; of one remote or of all. */
    async health(remote?: string): Promise<RemoteHealth[]> {
      const { registry: now, offeredAt } = registry.current();
      const lately = clock() - limits.rolloutWindow;
      const judged = await db.selectFrom('release').select(['remote', 'version', 'judged', 'doubt', 'pace']).execute();
      const summaries = await health.summarySince(lately, remote);
      const byTesters = await testers.health();
      return Promise.all(
        summaries.map(async (one) => {
          const release = judged.find(({ remote: of, version }) => of === one.remote && version === one.version);
          const offer = now.offers.find((some) => some.remote === one.remote);
          const key = `${one.remote} ${one.version}`;
          const isStable = offer?.stable?.version === one.version;
          // Stable is counted over the same time as the candidate.
          const since = offeredAt.get(isStable ? `${one.remote} ${offer.candidate?.version}` : key);
          const again = await health.repeatedReadyTimes({
            remote: one.remote,
            version: one.version,
            from: since ?? lately,
          });
          return {
            ...one,
            repeatVisitP50: percentile(again, 0.5),
            repeatVisitP95: percentile(again, 0.95),
            slowerReason: release?.pace ?? '',
            ...(await health.sampleOf({ remote: one.remote, version: one.version, from: since ?? lately })),
            judged: release?.judged ?? 0,
            doubt: [offer?.candidate, offer?.beta].some((tried) => tried?.version === one.version)
              ? (release?.doubt ?? '')
              : '',
            ...(byTesters.get(key) ?? { testerLoads: 0, testerFailures: 0 }),
          };
        }),
      );
    },

    /** Builds of this gateway's checkout that are not offered, because releases have been published. */
    leftOut: () => leftOut,

    /** @throws Fault NOT_OFFERED when this gateway's checkout has no such remote. */
    async followCheckout(who: string, remote: string): Promise<void> {
      await followCheckout(seeds, who, remote);
      leftOut = leftOut.filter((build) => build.remote !== remote);
    },

    /** @throws Fault NOT_OFFERED */
    async remove(who: string, remote: string, why: string): Promise<void> {
      await changes.remove(who, remote, why);
      leftOut = [...leftOut.filter((build) => build.remote !== remote), ...(await leftOutOf(remotesDir, remote))];
    },

    async dropOld(): Promise<void> {
      await dropOldReleases(ports);
      await details.dropOld();
      await registry.reload();
    },

    async close(): Promise<void> {
      clearInterval(timer);
      await judgement;
      await health.whenWritten();
      await registry.close();
    },
  };
}
