// Creates the federation, which chooses, loads, quarantines and reports the releases of features.
import type { Session } from '@amber/client/bus';
import type { Remote } from '@amber/client/remote';
import type { PageRegistry, PageRelease } from '@amber/proto';
import { parsePlacement } from '@amber/proto/placementSchema';
import { BehaviorSubject, combineLatest, merge, type Observable } from 'rxjs';
import { createBetas } from './choose/betas.ts';
import { personalRegistry } from './choose/personalRegistry.ts';
import { createTesting, type TesterRelease } from './choose/testing.ts';
import { createReleaseFailures, type ReleaseFailuresPorts } from './choose/releaseFailures.ts';
import { createChooser } from './choose/chooser.ts';
import { createMounting } from './choose/mounting.ts';
import { createOptOuts } from './choose/optOuts.ts';
import type { SharedStorage } from './choose/storedValue.ts';
import type { PossiblePlacements } from './choose/possiblePlacements.ts';
import { createQuarantine } from './choose/quarantine.ts';
import { LoadError } from './load/loadError.ts';
import { createLoader, type LoaderPorts, type Runtime } from './load/loadRelease.ts';
import { createLostChunks } from './load/lostChunks.ts';
import { createDetails, type DetailsPorts } from './registry/details.ts';
import type { Feature } from './registry/Feature.ts';
import { noRegistry, registryOf, type RegistryReader, releaseOf } from './registry/pageRegistry.ts';
import { createRegistry, type RegistryTriggers, type TabChannel } from './registry/registry.ts';
import { createReport, type ReportPorts } from './report/report.ts';

/** The part of the registry that the page's first file has already parsed. */
export interface PageReleases {
  /** The page's own registry, unparsed. */
  registry: unknown;
  /**
   * The parsed registry. At first its placements have only paths; they are complete once the federation exists. After
   * that it emits each newer registry that any tab has.
   */
  registry$: BehaviorSubject<PageRegistry>;
  hostRoutes: RegistryReader['hostRoutes'];
  /** The visitor's rollout bucket. */
  bucket(): string;
  /** Returns the placements for the present registry. */
  placements(): PossiblePlacements;
}

export interface FederationPorts {
  releases: PageReleases;
  session$: BehaviorSubject<Session | null>;
  storage: SharedStorage & {
    /** Storage of this tab, which survives a reload. */
    tab: Pick<Storage, 'getItem' | 'setItem'>;
  };
  /** A channel to the other tabs. */
  tabs<Message>(name: string): TabChannel<Message>;
  /** `reconnected$` emits when the browser is online again. */
  online: ReleaseFailuresPorts['online'] & { reconnected$: Observable<unknown> };
  api: Omit<RegistryTriggers, 'pageFocus$'> &
    DetailsPorts['api'] &
    ReportPorts['api'] & {
      fetchTesterRelease(token: string): Promise<TesterRelease>;
      joinBeta(feature: Feature, joined: boolean): Promise<Feature[]>;
      /** Emits the account's betas whenever the gateway has sent them. */
      betas$: Observable<Feature[]>;
    };
  runtime: Runtime;
  stackOf: ReportPorts['stackOf'];
  clock: LoaderPorts['clock'] &
    ReportPorts['clock'] & {
      /** Milliseconds since 1970. */
      now(): number;
    };
}

export type Federation = ReturnType<typeof createFederation>;

/** Called once per page. */
export function createFederation({
  releases,
  session$,
  storage,
  tabs,
  online,
  api,
  runtime,
  stackOf,
  clock,
}: FederationPorts) {
  const { registry$, hostRoutes } = releases;
  const read = (raw: unknown) => registryOf(raw, { hostRoutes, readPlacement: parsePlacement });
  const official$ = new BehaviorSubject(read(releases.registry) ?? noRegistry);
  const testing = createTesting({ storage, fetchTesterRelease: api.fetchTesterRelease, now: clock.now });
  const betas = createBetas({ session$, storage, joinBeta: api.joinBeta });
  api.betas$.subscribe(betas.adoptBetas);
  combineLatest([official$, testing.tested$, betas.betas$]).subscribe(([registry, tested]) =>
    registry$.next(
      personalRegistry(registry, {
        tested: Object.keys(tested),
        testedRelease: (feature, owners) => releaseOf(feature, tested[feature]?.release, owners, parsePlacement),
        isInBeta: betas.isInBeta,
        bucket: releases.bucket,
      }),
    ),
  );
  // Tabs of older builds exchange another form of the registry on a channel of their own.
  const registry = createRegistry({ registry$: official$, read, tabs: tabs('amber-releases') });
  // A link may have been revoked, or its release rolled back.
  official$.subscribe(() => void testing.recheck());
  const details = createDetails({ official$, api, clock });

  const { report, flush } = createReport({
    api,
    clock,
    stackOf,
    isTested: (feature, version) => testing.testedVersion(feature) === version,
  });

  const optOuts = createOptOuts({ session$, storage });
  const quarantine = createQuarantine({ storage: storage.tab, tabs: tabs('amber-quarantine') });
  online.reconnected$.subscribe(quarantine.clearTemporary);
  const releaseFailures = createReleaseFailures({ quarantine, report, online, runtime });
  const chooser = createChooser({ releases, details, optOuts, quarantine });

  const { releasesOf } = chooser;
  const mounting = createMounting({ storage, now: clock.now });
  const loader = createLoader({ runtime, quarantine, releaseFailures, mounting, report, clock });
  for (const [feature, version] of mounting.takeFrozen()) {
    // The frozen tab has not reported that it loaded the release, and a failure counts only for one that was loaded.
    report({ remote: feature, version, kind: 'load' });
    releaseFailures.quarantineRelease(feature, { version }, 'frozen');
  }

  return {
    ...details,
    ...releaseFailures,
    ...chooser,
    ...loader,
    registry$,
    ...optOuts,
    ...testing,
    ...betas,

    /** A test precedes an opt-out, so it ends one of the same version. */
    startTesting(token: string, tested: TesterRelease): void {
      if (optOuts.optedOutVersion(tested.remote) === tested.release.version) optOuts.optOutOf(tested.remote, undefined);
      testing.startTesting(token, tested);
    },

    ...createLostChunks({ report, chooser, online }),
    placements: releases.placements,

    /** Emits at once, and whenever the features that this visitor is offered may have changed. */
    changes$: merge(registry$, optOuts.optedOut$, details.details$, quarantine.changed$),

    /**
     * Keeps the registry up to date. Called once, after the first render.
     * @param pageFocus$ emits when the page gets the focus
     */
    followRegistry: (pageFocus$: Observable<unknown>): void => registry.follow({ ...api, pageFocus$ }),

    /** Removes every version of a feature from quarantine, because the user asked to try again. */
    tryAgain: quarantine.clear,

    /** Called before a release renders for the first time. May be called again. */
    beginMounting: (feature: Feature, { version }: PageRelease): void => mounting.begin(feature, version, 'mounting'),
    /** Called when it fails or is no longer shown. */
    endMounting: (feature: Feature, { version }: PageRelease): void => mounting.end(feature, version),
    /** Called when the page is left or hidden. */
    endAllMounting: mounting.endAll,

    /** Reports once how long the release took to appear. Called when it is on screen. */
    reportReady(feature: Feature, release: PageRelease): void {
      mounting.end(feature, release.version, { isMounted: true });
      loader.reportReady(feature, release);
    },

    /**
     * Returns the object of the best release that can be loaded.
     * @throws LoadError when none can.
     */
    async loadRemote(feature: Feature): Promise<Remote> {
      // The loop ends, because a release that fails is quarantined.
      for (let [release] = releasesOf(feature); release; [release] = releasesOf(feature)) {
        const remote = await loader.loadRelease(feature, release).catch(() => undefined);
        if (remote) return remote;
      }
      throw new LoadError('missing', feature);
    },

    /** Sends the pending reports. Called when the page is left, or may be left. */
    sendReports: flush,
  };
}
