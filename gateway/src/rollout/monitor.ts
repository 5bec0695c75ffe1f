// Watches releases: rolls back a candidate that fails more than stable, and reports when a promoted one does.
import type { Counted } from './accountHealth.ts';
import type { Changes } from './changes.ts';
import type { Health } from './health.ts';
import type { LiveRegistry, Snapshot } from './registry.ts';
import { checkpointAt, firstReleaseReason, lossReason, regressionReason, totalOf } from './regression.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

interface MonitorPorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits'> {
  registry: LiveRegistry;
  changes: Changes;
  health: Health;
}

/** A candidate that is being rolled out. */
interface Trial {
  remote: string;
  candidate: string;
  stable: string | undefined;
  /** When its rollout began. */
  since: number;
}

const tooFew = 'too few of the accounts are old enough, in use, and in networks of their own';

export function createMonitor({ db, registry, changes, health, clock, limits }: MonitorPorts) {
  /** Whether this gateway does the test: at each account count exactly one gateway does, once. */
  async function claimCheckpoint(
    remote: string,
    version: string,
    mark: 'judged' | 'watched' | 'asked',
    accounts: number,
  ) {
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

  /**
   * Why the candidate is worse than stable, or too bad for a first release; null while that may be chance. Both releases are measured over the candidate's time,
   * because a general outage is not the candidate's fault.
   */
  async function candidateRegression({ remote, candidate, stable, since: from }: Trial, counted: Counted) {
    const samples = (version: string) => health.periodsOf({ remote, version, from, counted });
    const own = await samples(candidate);
    if (stable === undefined) return firstReleaseReason(totalOf(own), limits);
    const baseline = await samples(stable);
    const why = regressionReason(totalOf(own), totalOf(baseline), limits) ?? lossReason(own, baseline, limits);
    return why && `${why} of the stable release`;
  }

  async function judgeCandidate(trial: Trial): Promise<void> {
    const { remote, candidate, since: from } = trial;
    const { accounts } = await health.sampleOf({ remote, version: candidate, from });
    if (accounts < limits.rolloutAccountsMin) return askOwner(trial);
    if (!(await claimCheckpoint(remote, candidate, 'judged', accounts))) return;
    await setDoubt(trial, '');
    const why = await candidateRegression(trial, 'judged');
    if (why) await changes.withdrawCandidate(remote, candidate, why);
  }

  /** Strangers may have created the accounts, so the owner decides where too few others have the candidate. */
  async function askOwner(trial: Trial): Promise<void> {
    const { remote, candidate, since: from } = trial;
    const { accounts } = await health.sampleOf({ remote, version: candidate, from, counted: 'everyone' });
    if (!(await claimCheckpoint(remote, candidate, 'asked', accounts))) return;
    const why = await candidateRegression(trial, 'everyone');
    const [changed] = await setDoubt(trial, why ?? '', { unlessJudged: true });
    if (why && changed!.numUpdatedRows > 0n)
      await changes.recordObservation(remote, `asks whether to roll back ${candidate}`, `${why}; ${tooFew}`);
  }

  /** `unlessJudged`: enough accounts may have judged it since the others were counted. */
  const setDoubt = ({ remote, candidate }: Trial, doubt: string, { unlessJudged = false } = {}) =>
    db
      .updateTable('release')
      .set({ doubt })
      .where('remote', '=', remote)
      .where('version', '=', candidate)
      .where('doubt', '<>', doubt)
      .where(({ eb, or }) => or([eb('judged', '=', 0), eb.lit(!unlessJudged)]))
      .execute();

  /**
   * Compares with the week before, because nobody has the previous release now. Other causes are possible, and a first
   * release has none before it, so it only reports.
   */
  async function judgePromoted({ promoted }: Snapshot, remote: string) {
    const found = promoted.get(remote);
    if (!found || clock() > found.at + limits.healthRetention) return;
    const { version, at, before } = found;
    const now = await health.sampleOf({ remote, version, from: at });
    if (!(await claimCheckpoint(remote, version, 'watched', now.accounts))) return;
    if (before === null) {
      const why = firstReleaseReason(now, limits);
      if (why) await changes.recordObservation(remote, `noticed that ${version} fails often`, why);
      return;
    }
    const earlier = await health.sampleOf({ remote, version: before, from: at - limits.healthRetention, to: at });
    const why = regressionReason(now, earlier, limits);
    if (why)
      await changes.recordObservation(remote, `noticed that ${version} fails more often`, `${why} of ${before} before`);
  }

  return {
    /** Tests every release in use, or only releases of these remotes. */
    async judge(remotes?: ReadonlySet<string>): Promise<void> {
      const now = registry.current();
      for (const { remote, candidate, stable, share } of now.registry.offers) {
        if (remotes && !remotes.has(remote)) continue;
        const since = now.offeredAt.get(remote);
        if (candidate && share > 0 && since !== undefined)
          await judgeCandidate({ remote, candidate: candidate.version, stable: stable?.version, since });
        await judgePromoted(now, remote);
      }
    },
  };
}
