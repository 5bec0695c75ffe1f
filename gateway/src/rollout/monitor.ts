// Watches releases: rolls back a candidate that fails more than stable, and reports when a promoted one does.
import type { Changes } from './changes.ts';
import type { Health } from './health.ts';
import type { LiveRegistry, Snapshot } from './registry.ts';
import { checkpointAt, lossReason, regressionReason, totalOf, type PeriodSample } from './regression.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

interface MonitorPorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits'> {
  registry: LiveRegistry;
  changes: Changes;
  health: Health;
}

export function createMonitor({ db, registry, changes, health, clock, limits }: MonitorPorts) {
  /** Whether this gateway does the test: at each account count exactly one gateway does, once. */
  async function claimCheckpoint(remote: string, version: string, mark: 'judged' | 'watched', accounts: number) {
    const checkpoint = checkpointAt(accounts, limits);
    if (checkpoint === 0) return false;
    const claimed = await db
      .updateTable('release')
      .set({ [mark]: checkpoint })
      .where('remote', '=', remote)
      .where('version', '=', version)
      .where(mark, '<', checkpoint)
      .returning('version')
      .executeTakeFirst();
    return claimed !== undefined;
  }

  /** Both releases are measured over the candidate's time, because a general outage is not the candidate's fault. */
  async function judgeCandidate({ offeredAt }: Snapshot, remote: string, candidate: string, stable?: string) {
    const since = offeredAt.get(remote);
    if (since === undefined) return;
    const { accounts } = await health.sampleOf(remote, candidate, since);
    if (!(await claimCheckpoint(remote, candidate, 'judged', accounts))) return;
    const [own, baseline] = await Promise.all(
      [candidate, stable].map(async (version): Promise<PeriodSample[]> =>
        version === undefined ? [] : health.periodsOf(remote, version, since),
      ),
    );
    const why = regressionReason(totalOf(own!), totalOf(baseline!), limits) ?? lossReason(own!, baseline!, limits);
    if (why) await changes.withdrawCandidate(remote, candidate, `${why} of the stable release`);
  }

  /**
   * Compares with the week before, because nobody has the previous release now. Other causes are possible, so it only
   * reports.
   */
  async function judgePromoted({ promoted }: Snapshot, remote: string) {
    const { version, at, before } = promoted.get(remote) ?? {};
    if (version === undefined || at === undefined || before === undefined || clock() > at + limits.healthRetention)
      return;
    const now = await health.sampleOf(remote, version, at);
    if (!(await claimCheckpoint(remote, version, 'watched', now.accounts))) return;
    const why = regressionReason(now, await health.sampleOf(remote, before, at - limits.healthRetention, at), limits);
    if (why)
      await changes.recordObservation(remote, `noticed that ${version} fails more often`, `${why} of ${before} before`);
  }

  return {
    /** Tests every release in use, or only releases of these remotes. */
    async judge(remotes?: ReadonlySet<string>): Promise<void> {
      const now = registry.current();
      for (const { remote, candidate, stable, share } of now.registry.offers) {
        if (remotes && !remotes.has(remote)) continue;
        if (candidate && share > 0) await judgeCandidate(now, remote, candidate.version, stable?.version);
        await judgePromoted(now, remote);
      }
    },
  };
}
