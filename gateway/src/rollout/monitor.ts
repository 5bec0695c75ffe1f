// Watches releases: rolls back a candidate that fails more than stable, and reports when a promoted one does.
import type { Counted } from './accountHealth.ts';
import type { Changes } from './changes.ts';
import type { Health } from './health.ts';
import type { LiveRegistry, Snapshot } from './registry.ts';
import { checkpointAt, firstReleaseReason, lossReason, regressionReason, totalOf } from './regression.ts';
import { slowerReason } from './speed.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Db, Transaction } from '../db/store.ts';

interface MonitorPorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits'> {
  registry: LiveRegistry;
  changes: Changes;
  health: Health;
}

/** A candidate that is being rolled out, or the release of the beta. */
interface Trial {
  remote: string;
  candidate: string;
  stable: string | undefined;
  /** When its rollout began. */
  since: number;
}

/** A test of a release at this number of accounts. */
interface Test {
  remote: string;
  version: string;
  /** The column with the last account count of its kind. */
  mark: 'judged' | 'watched' | 'asked' | 'paced';
  accounts: number;
}

const tooFew = 'too few of the accounts are old enough, in use, and in networks of their own';

export function createMonitor({ db, registry, changes, health, clock, limits }: MonitorPorts) {
  /** A release whose last test was at fewer accounts than the next one; undefined when it has been tested. */
  const findUntested = ({ remote, version, mark, accounts }: Test) =>
    db
      .selectFrom('release')
      .select('version')
      .where('remote', '=', remote)
      .where('version', '=', version)
      .where(mark, '<', checkpointAt(accounts, limits))
      .executeTakeFirst();

  /** Whether this gateway decides: at each account count exactly one gateway does, once. It ends the owner's question. */
  async function claimCheckpoint(within: Db, { remote, version, mark, accounts }: Test): Promise<boolean> {
    const checkpoint = checkpointAt(accounts, limits);
    const claimed = await within
      .updateTable('release')
      .set({ [mark]: checkpoint, ...(mark === 'judged' && { doubt: '' }) })
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

  /**
   * Compares how fast both are ready for accounts that had them before. A slow release is not rolled back: who gets it,
   * and how much it does, may be the reason. Its team sees it, and decides.
   */
  async function compareSpeed({ remote, candidate: version, stable, since: from }: Trial): Promise<void> {
    if (stable === undefined) return;
    const times = (of: string) => health.repeatedReadyTimes({ remote, version: of, from });
    const own = await times(version);
    const test: Test = { remote, version, mark: 'paced', accounts: own.reduce((sum, count) => sum + count, 0) };
    if (!(await findUntested(test))) return;
    const why = slowerReason(own, await times(stable), limits);
    const reason = why && `${why} of the stable release`;
    await changes.recordObservation(remote, ['isSlower', version], reason ?? '', async (trx) => {
      if (!(await claimCheckpoint(trx, test))) return false;
      await trx
        .updateTable('release')
        .set({ pace: reason ?? '' })
        .where('remote', '=', remote)
        .where('version', '=', version)
        .execute();
      return reason !== null;
    });
  }

  async function judgeCandidate(trial: Trial): Promise<void> {
    const { remote, candidate: version, since: from } = trial;
    const { accounts } = await health.sampleOf({ remote, version, from });
    if (accounts < limits.rolloutAccountsMin) return askOwner(trial);
    const test: Test = { remote, version, mark: 'judged', accounts };
    if (!(await findUntested(test))) return;
    const why = await candidateRegression(trial, 'judged');
    if (why) await changes.withdrawCandidate(remote, version, why, (trx) => claimCheckpoint(trx, test));
    else await claimCheckpoint(db, test);
  }

  /** Strangers may have created the accounts, so the owner decides where too few others have the candidate. */
  async function askOwner(trial: Trial): Promise<void> {
    const { remote, candidate: version, since: from } = trial;
    const { accounts } = await health.sampleOf({ remote, version, from, counted: 'everyone' });
    const test: Test = { remote, version, mark: 'asked', accounts };
    if (!(await findUntested(test))) return;
    const why = await candidateRegression(trial, 'everyone');
    await changes.recordObservation(
      remote,
      ['asksOwner', version],
      `${why}; ${tooFew}`,
      async (trx) => (await claimCheckpoint(trx, test)) && (await setDoubt(trx, trial, why ?? '')) && why !== null,
    );
  }

  /** Returns whether it has changed. Enough accounts may have judged the candidate since the others were counted. */
  async function setDoubt(trx: Transaction, { remote, candidate }: Trial, doubt: string): Promise<boolean> {
    const { numUpdatedRows } = await trx
      .updateTable('release')
      .set({ doubt })
      .where('remote', '=', remote)
      .where('version', '=', candidate)
      .where('doubt', '<>', doubt)
      .where('judged', '=', 0)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /**
   * Compares with the week before, because nobody has the previous release now. Other causes are possible, and a first
   * release has none before it, so it only reports.
   */
  async function judgePromoted({ promoted }: Snapshot, remote: string) {
    const found = promoted.get(remote);
    if (!found || clock() > found.at + limits.healthRetention) return;
    const { version, at, before } = found;
    const now = await health.sampleOf({ remote, version, from: at });
    const test: Test = { remote, version, mark: 'watched', accounts: now.accounts };
    if (!(await findUntested(test))) return;
    const claim = (trx: Db) => claimCheckpoint(trx, test);
    if (before === null) {
      const why = firstReleaseReason(now, limits);
      if (why) await changes.recordObservation(remote, ['failsOften', version], why, claim);
      else await claim(db);
      return;
    }
    const earlier = await health.sampleOf({ remote, version: before, from: at - limits.healthRetention, to: at });
    const why = regressionReason(now, earlier, limits);
    if (why) await changes.recordObservation(remote, ['failsMoreOften', version], `${why} of ${before} before`, claim);
    else await claim(db);
  }

  async function judgeTrial(trial: Trial): Promise<void> {
    await judgeCandidate(trial);
    await compareSpeed(trial);
  }

  return {
    /** Tests every release in use, or only releases of these remotes. */
    async judge(remotes?: ReadonlySet<string>): Promise<void> {
      const now = registry.current();
      for (const { remote, candidate, stable, share, beta, betaShare } of now.registry.offers) {
        if (remotes && !remotes.has(remote)) continue;
        const tried = new Set([share > 0 ? candidate?.version : '', betaShare > 0 ? beta?.version : '']);
        for (const version of tried) {
          const since = now.offeredAt.get(`${remote} ${version}`);
          if (version && since !== undefined && version !== stable?.version)
            await judgeTrial({ remote, candidate: version, stable: stable?.version, since });
        }
        await judgePromoted(now, remote);
      }
    },
  };
}
