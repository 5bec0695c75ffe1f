// The current releases of every remote: read from the database, cached in memory, refreshed by revision.
import type { Registry, Release, ReleaseFile } from '@amber/proto';
import { parsePlacement } from '@amber/proto/placementSchema';
import { seedPlacementOf } from '@amber/proto/seedPlacements';
import type { Selectable } from 'kysely';
import { subjects } from '../core/bus.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Tables } from '../db/tables.ts';
import type { DetailFiles } from './detailFiles.ts';
import { releaseFilePath } from './names.ts';
import { requiresSecond } from './secondToken.ts';
import { previousOf } from './previous.ts';
import { listPathOwners } from './pathOwners.ts';

interface RegistryPorts extends Pick<GatewayBase, 'db' | 'bus' | 'limits' | 'onError'> {
  details: DetailFiles;
  /** Raises the revision, for a database that went back to an earlier one. */
  bumpRevision(): Promise<void>;
  /** Called with every new revision once this gateway serves it. */
  onRevision(revision: number): void;
}

export interface Snapshot {
  registry: Registry;
  /**
   * The file with the details that pages do not contain; null when it could not be written, and pages do without it.
   */
  details: ReleaseFile | null;
  /** The hash of every served file, by address. */
  files: Map<string, string>;
  /** `remote version` of every served release. */
  releases: Set<string>;
  /** The times at which candidates and betas were first offered to a share, by `remote version`. */
  offeredAt: Map<string, number>;
  /** Each remote's stable version since when it is stable, and its predecessor. */
  promoted: Map<string, Promoted>;
}

interface Promoted {
  version: string;
  at: number;
  /** Null for a first release. */
  before: string | null;
}

export type LiveRegistry = Awaited<ReturnType<typeof openRegistry>>;

/** The release of a row. */
export const toRelease = ({ remote, version, ...row }: Selectable<Tables['release']>): Release => ({
  version,
  contract: row.contract,
  entry: releaseFilePath(remote, version, row.entry),
  files: row.files.map(({ path, integrity }) => ({ url: releaseFilePath(remote, version, path), integrity })),
  notes: row.notes,
  time: row.published_at,
  // A release from before placements had `tabs` or `news` has none.
  place: parsePlacement(row.place) ?? seedPlacementOf(remote),
});

export async function openRegistry({ db, bus, limits, details, bumpRevision, onRevision, onError }: RegistryPorts) {
  let current: Snapshot = {
    registry: { revision: 0, offers: [], words: [] },
    details: null,
    files: new Map(),
    releases: new Set(),
    offeredAt: new Map(),
    promoted: new Map(),
  };
  let reading: Promise<void> = Promise.resolve();
  let queuedRefresh: Promise<void> | null = null;

  const revisionNow = async () =>
    (await db.selectFrom('registry').select('revision').executeTakeFirstOrThrow()).revision;

  /** Reads one database snapshot, despite concurrent changes. */
  const readTables = (): Promise<Omit<Snapshot, 'details'>> =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        const { revision } = await trx.selectFrom('registry').select('revision').executeTakeFirstOrThrow();
        const offers = await trx
          .selectFrom('offer')
          .selectAll()
          .where('removed', '=', false)
          .orderBy('remote')
          .execute();
        const releases = await trx.selectFrom('release').selectAll().where('dropped', '=', false).execute();
        const files = await trx
          .selectFrom('release_file as file')
          .innerJoin('release', (join) =>
            join.onRef('release.remote', '=', 'file.remote').onRef('release.version', '=', 'file.version'),
          )
          .select(['file.remote', 'file.version', 'file.path', 'file.integrity'])
          .execute();
        const remotes = offers.map((offer) => {
          const own = releases.filter(({ remote }) => remote === offer.remote);
          const find = (version: string | null) => own.find((release) => release.version === version);
          return { offer, own, stable: find(offer.stable), candidate: find(offer.candidate), beta: find(offer.beta) };
        });
        return {
          registry: {
            revision,
            words: await listPathOwners(trx),
            offers: remotes.map(({ offer, own, stable, candidate, beta }) => ({
              remote: offer.remote,
              stable: stable ? toRelease(stable) : null,
              candidate: candidate ? toRelease(candidate) : null,
              share: offer.share,
              previous: previousOf(own, offer, limits.releasesKept).map(toRelease),
              beta: beta ? toRelease(beta) : null,
              betaShare: offer.beta_share,
              requiresSecond: requiresSecond(offer.remote, offer.requires_second),
            })),
          },
          files: new Map(
            files.map(({ remote, version, path, integrity }) => [releaseFilePath(remote, version, path), integrity]),
          ),
          releases: new Set(releases.map(({ remote, version }) => `${remote} ${version}`)),
          offeredAt: new Map(
            remotes.flatMap(({ offer, candidate, beta }) =>
              [candidate, beta].flatMap((release): [string, number][] =>
                typeof release?.offered_at === 'number'
                  ? [[`${offer.remote} ${release.version}`, release.offered_at]]
                  : [],
              ),
            ),
          ),
          promoted: new Map(
            remotes.flatMap(({ offer, own }): [string, Promoted][] => {
              const [now, before] = own
                .filter(({ stable_at }) => stable_at !== null)
                .sort((a, b) => b.stable_at! - a.stable_at!);
              return now && now.version === offer.stable
                ? [[offer.remote, { version: now.version, at: now.stable_at!, before: before?.version ?? null }]]
                : [];
            }),
          ),
        };
      });

  async function read(): Promise<Snapshot> {
    const snapshot = await readTables();
    const written = await details.write(snapshot.registry).catch((thrown: unknown) => {
      onError(thrown);
      return null;
    });
    return { ...snapshot, details: written };
  }

  async function load(): Promise<void> {
    const revision = await revisionNow();
    if (revision === current.registry.revision) return;
    // A backup was restored: pages ignore revisions older than theirs.
    if (revision < current.registry.revision) await bumpRevision();
    current = await read();
    onRevision(current.registry.revision);
  }

  /** Once this resolves, everything committed before the call is visible here. */
  function refresh(): Promise<void> {
    // A queued refresh has not begun to read, so it serves all callers until then.
    queuedRefresh ??= reading = reading
      .catch(() => undefined)
      .then(() => {
        queuedRefresh = null;
        return load();
      });
    return queuedRefresh;
  }

  const unsubscribe = bus.subscribe(subjects.registry, () => {
    void refresh().catch(onError);
  });
  bus.onReconnect(() => {
    void refresh().catch(onError);
  });
  // Polls, because a hint may be lost.
  const timer = setInterval(() => {
    void refresh().catch(onError);
  }, limits.sweepEvery);
  timer.unref();
  current = await read();

  return {
    current: (): Snapshot => current,
    refresh,
    /** For changes outside the offer, such as removed files. */
    async reload(): Promise<void> {
      current = await read();
    },
    async close(): Promise<void> {
      clearInterval(timer);
      unsubscribe();
      await reading.catch(() => undefined);
    },
  };
}
