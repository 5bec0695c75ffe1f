// Changes of the rollout: serialized, each with a revision and an audit line.
import type { PublishReleaseRequest, Word } from '@amber/proto';
import { encode } from '@amber/proto/codec';
import { acceptsContract, describeUnshared, findUnshared } from '@amber/proto/contract';
import { Fault } from '@amber/proto/faults';
import { seedPlacementOf } from '@amber/proto/seedPlacements';
import { sql, type Selectable, type Updateable } from 'kysely';
import { subjects } from '../core/bus.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Transaction } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';
import { addAuditEntry, type AuditEntry } from './auditEntries.ts';
import { hashesIn } from './entryHashes.ts';
import type { HostPackages } from './hostPackages.ts';
import { checkRelease } from './names.ts';
import { checkPlacement } from './placementCheck.ts';
import { type RolloutActor, checkSecondToken } from './secondToken.ts';
import { findRelease } from './findRelease.ts';
import { previousOf } from './previous.ts';
import { nextRevision } from './revision.ts';
import { checkUnpublished } from './uploads.ts';
import { setPathOwner } from './pathOwners.ts';

interface ChangePorts extends Pick<GatewayBase, 'db' | 'bus' | 'clock' | 'limits'> {
  /** What this gateway's host shares; null when that is unknown. */
  hostPackages: HostPackages | null;
}

type Offer = Pick<
  Selectable<Tables['offer']>,
  'stable' | 'candidate' | 'share' | 'beta' | 'beta_share' | 'follows_checkout' | 'removed'
>;

/** A change's result: the new offer, and its entry in the audit log. */
export interface Outcome {
  offer: Offer;
  entry: AuditEntry;
}

export interface Change {
  remote: string;
  /** An identifier, a token's name, or 'gateway'. */
  actor: string;
  reason?: string;
}

/**
 * Whether this gateway gives the verdict: of several, one does. It is part of the transaction of the verdict, so that a
 * gateway that dies leaves it to the others.
 */
type ClaimVerdict = (trx: Transaction) => Promise<boolean>;

export type Changes = ReturnType<typeof createChanges>;

/** The offer of a remote that nobody gets. */
export const noOffer: Offer = {
  stable: null,
  candidate: null,
  share: 0,
  beta: null,
  beta_share: 0,
  follows_checkout: false,
  removed: false,
};

/** @throws Fault BAD_REQUEST */
function checkShare(share: number): void {
  if (!Number.isInteger(share) || share < 0 || share > 100) throw new Fault('BAD_REQUEST');
}

/** The versions that a part of the users get before everybody. */
const triedVersions = ({ candidate, share, beta, beta_share }: Offer): Set<string> =>
  new Set([candidate && share > 0 ? candidate : '', beta && beta_share > 0 ? beta : ''].filter(Boolean));

/** The offer without this version as its candidate and beta. */
const withoutVersion = (offer: Offer, version: string): Offer => ({
  ...offer,
  ...(offer.candidate === version && { candidate: null, share: 0 }),
  ...(offer.beta === version && { beta: null, beta_share: 0 }),
});

const updateRelease = (trx: Transaction, remote: string, version: string, values: Updateable<Tables['release']>) =>
  trx.updateTable('release').set(values).where('remote', '=', remote).where('version', '=', version).execute();

/** @throws Fault RELEASE_INCOMPLETE when the entry loads a file that is not part of the release. */
async function checkEntry(
  trx: Transaction,
  { remote, version, entry, files }: Pick<PublishReleaseRequest, 'remote' | 'version' | 'entry' | 'files'>,
): Promise<void> {
  const { data } = await trx
    .selectFrom('release_file')
    .select('data')
    .where('remote', '=', remote)
    .where('version', '=', version)
    .where('path', '=', entry)
    .executeTakeFirstOrThrow();
  const listed = new Set(files.map(({ integrity }) => integrity));
  if (!hashesIn(data).every((integrity) => listed.has(integrity))) throw new Fault('RELEASE_INCOMPLETE');
}

export function createChanges({ db, bus, clock, limits, hostPackages }: ChangePorts) {
  /** `work` returns null when there is nothing to change. */
  async function change(
    { remote, actor, reason = '' }: Change,
    work: (trx: Transaction, offer: Offer) => Promise<Outcome | null>,
  ): Promise<void> {
    await changeRevision(async (trx) => {
      const before =
        (await trx
          .selectFrom('offer')
          .select(['stable', 'candidate', 'share', 'beta', 'beta_share', 'follows_checkout', 'removed'])
          .where('remote', '=', remote)
          .executeTakeFirst()) ?? noOffer;
      const outcome = await work(trx, before);
      if (!outcome) return false;
      await storeOffer(trx, remote, before, outcome.offer);
      await addAuditEntry(trx, { time: clock(), who: actor, remote, reason }, outcome.entry);
      return true;
    });
  }

  /** Runs one change at a time. Where `work` returns true, it creates a revision and notifies everyone. */
  async function changeRevision(work: (trx: Transaction) => Promise<boolean>): Promise<void> {
    const revision = await db.transaction().execute(async (trx) => {
      await trx.selectFrom('registry').select('revision').forUpdate().executeTakeFirstOrThrow();
      return (await work(trx)) ? nextRevision(trx, clock()) : null;
    });
    if (revision !== null) bus.publish(subjects.registry, { kind: 'registry', revision });
  }

  async function storeOffer(trx: Transaction, remote: string, before: Offer, offer: Offer): Promise<void> {
    await trx
      .insertInto('offer')
      .values({ remote, ...offer })
      .onConflict((on) => on.column('remote').doUpdateSet(offer))
      .execute();
    const offered = [offer.stable, offer.candidate, offer.beta];
    await trx
      .updateTable('release')
      .set({
        retired_at: sql<
          number | null
        >`case when version = any(${offered}) then null else coalesce(retired_at, ${clock()}) end`,
      })
      .where('remote', '=', remote)
      .execute();
    const triedBefore = triedVersions(before);
    for (const version of triedVersions(offer))
      if (!triedBefore.has(version))
        await updateRelease(trx, remote, version, {
          offered_at: clock(),
          judged: 0,
          asked: 0,
          doubt: '',
          paced: 0,
          pace: '',
        });
    if (offer.stable !== null && offer.stable !== before.stable)
      await updateRelease(trx, remote, offer.stable, { stable_at: clock(), watched: 0, withdrawn: false });
  }

  /**
   * Half of the users stay on stable until enough accounts have tried the candidate. Where there are not that many
   * accounts, a day in which somebody has used it is enough.
   * @throws Fault NOT_JUDGED
   */
  async function checkJudged(trx: Transaction, remote: string, { stable, candidate, share }: Offer): Promise<void> {
    if (stable === null || share <= limits.rolloutShareUntested) return;
    const judged = await trx
      .selectFrom('release')
      .select('judged')
      .where('remote', '=', remote)
      .where('version', '=', candidate)
      .where(({ or, and, eb, exists, selectFrom }) =>
        or([
          eb('judged', '>', 0),
          and([
            eb('offered_at', '<=', clock() - limits.rolloutWindow),
            exists(
              selectFrom('health_account')
                .select('account')
                .whereRef('health_account.remote', '=', 'release.remote')
                .whereRef('health_account.version', '=', 'release.version'),
            ),
          ]),
        ]),
      )
      .executeTakeFirst();
    if (!judged) throw new Fault('NOT_JUDGED');
  }

  return {
    change,

    /**
     * Publishes the uploaded files as a release, and rolls it out to a share of the users.
     * @throws Fault BAD_REQUEST, CONTRACT_REFUSED, PACKAGES_REFUSED, RELEASE_TAKEN, RELEASE_INCOMPLETE, PLACE_REFUSED, NOT_JUDGED
     */
    async publish(actor: RolloutActor, release: PublishReleaseRequest): Promise<void> {
      const { remote, version, contract, owner, entry, notes, share, place, builtWith } = release;
      const files = release.files.map(({ url, integrity }) => ({ path: url, integrity }));
      checkRelease(release);
      checkShare(share);
      if (
        notes.length > limits.releaseNotesMax ||
        files.length > limits.releaseFilesMax ||
        !files.some(({ path }) => path === entry)
      )
        throw new Fault('BAD_REQUEST');
      if (!acceptsContract(contract)) throw new Fault('CONTRACT_REFUSED');
      const unshared = hostPackages ? findUnshared(builtWith, hostPackages) : [];
      if (unshared.length > 0)
        throw new Fault('PACKAGES_REFUSED', {
          message: describeUnshared(unshared),
          data: encode('UnsharedPackages', { packages: unshared }),
        });
      await change({ remote, actor: actor.name, reason: notes }, async (trx, offer) => {
        await checkUnpublished(trx, remote, version);
        const uploaded = await trx
          .selectFrom('release_file')
          .select(['path', 'integrity'])
          .where('remote', '=', remote)
          .where('version', '=', version)
          .execute();
        const hashes = new Map(uploaded.map(({ path, integrity }) => [path, integrity]));
        if (files.some(({ path, integrity }) => hashes.get(path) !== integrity)) throw new Fault('RELEASE_INCOMPLETE');
        await checkEntry(trx, release);
        const fault = place && (await checkPlacement(trx, remote, place));
        if (fault) throw new Fault('PLACE_REFUSED', { message: fault });
        await trx
          .insertInto('release')
          .values({
            remote,
            version,
            contract,
            owner,
            entry,
            files: JSON.stringify(files),
            notes,
            place: place && JSON.stringify(place),
            built_with: JSON.stringify(builtWith),
            seeded: false,
            published_at: clock(),
            stable_at: null,
            retired_at: null,
          })
          .execute();
        const next = { ...offer, candidate: version, share, follows_checkout: false, removed: false };
        await checkSecondToken(trx, { remote, version, share }, actor, limits);
        await checkJudged(trx, remote, next);
        return { offer: next, entry: ['published', version, String(share)] };
      });
    },

    /** @throws Fault BAD_REQUEST, NO_CANDIDATE, NOT_JUDGED */
    async setShare(actor: RolloutActor, remote: string, share: number): Promise<void> {
      checkShare(share);
      await change({ remote, actor: actor.name }, async (trx, offer) => {
        if (!offer.candidate) throw new Fault('NO_CANDIDATE');
        if (share > offer.share) {
          await checkSecondToken(trx, { remote, version: offer.candidate, share }, actor, limits);
          await checkJudged(trx, remote, { ...offer, share });
        }
        return { offer: { ...offer, share }, entry: ['rolledOut', offer.candidate, String(share)] };
      });
    },

    /** @throws Fault NO_CANDIDATE, NOT_JUDGED */
    async promote(actor: RolloutActor, remote: string): Promise<void> {
      await change({ remote, actor: actor.name }, async (trx, offer) => {
        if (!offer.candidate) throw new Fault('NO_CANDIDATE');
        await checkSecondToken(trx, { remote, version: offer.candidate, share: 100 }, actor, limits);
        await checkJudged(trx, remote, { ...offer, share: 100 });
        return {
          offer: { ...withoutVersion(offer, offer.candidate), stable: offer.candidate },
          entry: ['promoted', offer.candidate],
        };
      });
    },

    /**
     * Rolls back exactly this version: users of a stable one return to the previous one.
     * @throws Fault NOT_OFFERED, NO_PREVIOUS
     */
    async rollback(actor: string, remote: string, version: string, reason: string): Promise<void> {
      await change({ remote, actor, reason }, async (trx, offer) => {
        const releases = await trx.selectFrom('release').selectAll().where('remote', '=', remote).execute();
        const earlier = previousOf(releases, offer, limits.releasesKept).map((release) => release.version);
        const entry: AuditEntry = ['rolledBack', version];
        if (version !== offer.stable && (version === offer.candidate || version === offer.beta)) {
          await updateRelease(trx, remote, version, { withdrawn: true });
          return { offer: withoutVersion(offer, version), entry };
        }
        if (version !== offer.stable && !earlier.includes(version)) throw new Fault('NOT_OFFERED');
        const stable = version === offer.stable ? earlier[0] : offer.stable;
        if (stable === undefined) throw new Fault('NO_PREVIOUS');
        await updateRelease(trx, remote, version, { withdrawn: true });
        return { offer: { ...withoutVersion(offer, version), stable }, entry };
      });
    },

    /**
     * Withdraws a remote: its releases are no longer offered, its tokens are revoked. It keeps its path prefixes, so
     * that
     * its paths lead to a notice until an operator assigns them to another remote; only a new token or the checkout
     * restores it.
     * @throws Fault NOT_OFFERED
     */
    async remove(actor: string, remote: string, reason: string): Promise<void> {
      await change({ remote, actor, reason }, async (trx, offer) => {
        if (offer.removed || (!offer.stable && !offer.candidate && !offer.beta)) throw new Fault('NOT_OFFERED');
        await trx.updateTable('release').set({ withdrawn: true }).where('remote', '=', remote).execute();
        await trx.deleteFrom('deploy_token').where('remote', '=', remote).execute();
        await trx.deleteFrom('release_approval').where('remote', '=', remote).execute();
        await trx.deleteFrom('tester_link').where('remote', '=', remote).execute();
        return { offer: { ...noOffer, removed: true }, entry: ['removed'] };
      });
    },

    /** @throws Fault BAD_REQUEST for an operator, who needs no approval; TESTER_RELEASE when there is no such release */
    async approve({ name, isOperator }: RolloutActor, remote: string, version: string): Promise<void> {
      if (isOperator) throw new Fault('BAD_REQUEST');
      await db.transaction().execute(async (trx) => {
        const release = await findRelease(trx, remote, version);
        if (!release) throw new Fault('TESTER_RELEASE');
        const added = await trx
          .insertInto('release_approval')
          .values({ remote, version, token: name })
          .onConflict((on) => on.doNothing())
          .returning('version')
          .executeTakeFirst();
        if (added) await addAuditEntry(trx, { time: clock(), who: name, remote }, ['approved', version]);
      });
    },

    /** Sets whether releases of a remote need a second deploy token. @throws Fault BAD_REQUEST for an unknown remote */
    async requireSecond(actor: string, remote: string, required: boolean): Promise<void> {
      await change({ remote, actor }, async (trx, offer) => {
        const hasToken = trx.selectFrom('deploy_token').select('name').where('remote', '=', remote);
        if (offer === noOffer && !seedPlacementOf(remote) && !(await hasToken.executeTakeFirst()))
          throw new Fault('BAD_REQUEST');
        await trx
          .insertInto('offer')
          .values({ remote, ...offer, requires_second: required })
          .onConflict((on) => on.column('remote').doUpdateSet({ requires_second: required }))
          .execute();
        return { offer, entry: [required ? 'requiredSecond' : 'requiredOne'] };
      });
    },

    /**
     * Offers a release to a share of the people who have joined the beta; without a version ends the beta.
     * @throws Fault BAD_REQUEST; TESTER_RELEASE when there is no such release, it was rolled back, or everybody has it;
     * NEEDS_SECOND
     */
    async setBeta(actor: RolloutActor, remote: string, version: string, share: number): Promise<void> {
      checkShare(share);
      await change({ remote, actor: actor.name }, async (trx, offer) => {
        if (version === '') {
          if (offer.beta === null) return null;
          return { offer: { ...offer, beta: null, beta_share: 0 }, entry: ['endedBeta'] };
        }
        const release = await findRelease(trx, remote, version);
        if (!release || offer.removed || version === offer.stable) throw new Fault('TESTER_RELEASE');
        const isSame = version === offer.beta;
        if (isSame && share === offer.beta_share) return null;
        if (!isSame || share > offer.beta_share) await checkSecondToken(trx, { remote, version, share }, actor, limits);
        return {
          offer: { ...offer, beta: version, beta_share: share },
          entry: ['offeredBeta', version, String(share)],
        };
      });
    },

    /** Withdraws a candidate or beta, if it is still this version. */
    async withdrawCandidate(
      remote: string,
      version: string,
      reason: string,
      claim: ClaimVerdict = async () => true,
    ): Promise<void> {
      await change({ remote, actor: 'gateway', reason }, async (trx, offer) => {
        if ((offer.candidate !== version && offer.beta !== version) || !(await claim(trx))) return null;
        await updateRelease(trx, remote, version, { withdrawn: true });
        return { offer: withoutVersion(offer, version), entry: ['halted', version] };
      });
    },

    changeRevision,

    /** Creates a revision without other changes. */
    bumpRevision: (): Promise<void> => changeRevision(async () => true),

    /** Assigns or lends a path prefix; without a remote it becomes free. @throws Fault BAD_REQUEST */
    setPathOwner: (actor: string, word: Word): Promise<void> =>
      changeRevision(async (trx) => {
        await setPathOwner(trx, word);
        const { pattern, remote } = word;
        const kind = remote === '' ? 'freedPath' : 'assignedPath';
        await addAuditEntry(trx, { time: clock(), who: actor, remote }, [kind, pattern]);
        return true;
      }),

    /** Adds the gateway's observation to the audit log; changes nothing else. */
    recordObservation: (remote: string, entry: AuditEntry, reason: string, claim: ClaimVerdict): Promise<void> =>
      db.transaction().execute(async (trx) => {
        if (await claim(trx)) await addAuditEntry(trx, { time: clock(), who: 'gateway', remote, reason }, entry);
      }),
  };
}
