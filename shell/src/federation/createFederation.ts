// Creates what loads features: their releases chosen, loaded, blamed and reported.
import type { Session } from '@amber/client/bus';
import type { Remote } from '@amber/client/remote';
import type { PageRegistry, RegistryDetails, RemoteEvent } from '@amber/proto';
import { parsePlacement } from '@amber/proto/placementSchema';
import { type BehaviorSubject, merge, type Observable } from 'rxjs';
import { createReleaseFailures } from './choose/releaseFailures.ts';
import { createChooser } from './choose/chooser.ts';
import { createOptOuts, type SharedStorage } from './choose/optOuts.ts';
import type { PossiblePlacements } from './choose/possiblePlacements.ts';
import { createQuarantine } from './choose/quarantine.ts';
import { LoadError } from './load/loadError.ts';
import { createLoader, type Runtime } from './load/loadRelease.ts';
import { createLostChunks } from './load/lostChunks.ts';
import { createDetails } from './registry/details.ts';
import type { Feature } from './registry/Feature.ts';
import { noRegistry, registryOf, type RegistryReader } from './registry/pageRegistry.ts';
import { createRegistry, type TabChannel } from './registry/registry.ts';
import { createReport } from './report/report.ts';

/** What the page's first file has read already. */
export interface PageReleases {
  /** The page's own registry as it came. */
  registry: unknown;
  /** The same, of its places only the paths; in full once the federation is there, then whatever the tabs agree on. */
  registry$: BehaviorSubject<PageRegistry>;
  hostRoutes: RegistryReader['hostRoutes'];
  /** The id by which the visitor is in a share or not. */
  bucket(): string;
  /** As they are now. */
  placements(): PossiblePlacements;
}

export interface FederationPorts {
  releases: PageReleases;
  session$: BehaviorSubject<Session | null>;
  storage: SharedStorage & {
    /** Of this tab; it outlives a reload. */
    tab: Pick<Storage, 'getItem' | 'setItem'>;
  };
  /** A channel to the other tabs. */
  tabs<Message>(name: string): TabChannel<Message>;
  online: {
    /** Whether the browser thinks that there is a network. */
    isOnline(): boolean;
    /** The network is back. */
    reconnected$: Observable<unknown>;
  };
  api: {
    registry(): Promise<PageRegistry>;
    /** The revisions that the gateway has announced. */
    revision$: Observable<number>;
    /** The connection stands, or stands again. */
    connected$: Observable<unknown>;
    details(url: string, integrity: string): Promise<RegistryDetails>;
    /** The account's, whose the reports are; empty for a visitor. */
    ticket(): Promise<string>;
    report(events: RemoteEvent[], ticket: string): Promise<unknown>;
    /** For a page that is being left. */
    beacon(events: RemoteEvent[], ticket: string): void;
  };
  runtime: Runtime;
  clock: {
    /** Milliseconds, from any moment on; they never go back. */
    elapsed(): number;
    setTimeout(run: () => void, after: number): unknown;
  };
}

export type Federation = ReturnType<typeof createFederation>;

/** Called once a page. */
export function createFederation({ releases, session$, storage, tabs, online, api, runtime, clock }: FederationPorts) {
  const { registry$, hostRoutes } = releases;
  const read = (raw: unknown) => registryOf(raw, { hostRoutes, readPlacement: parsePlacement });
  registry$.next(read(releases.registry) ?? noRegistry);
  // Tabs of builds before the page's own part was cut out have a channel of their own.
  const registry = createRegistry({ registry$, read, tabs: tabs('amber-releases') });
  const details = createDetails({ registry$, api, clock });

  const { report, flush } = createReport({ api, clock });

  const optOuts = createOptOuts({ session$, storage });
  const quarantine = createQuarantine({ storage: storage.tab, tabs: tabs('amber-quarantine') });
  online.reconnected$.subscribe(quarantine.clearTemporary);
  const releaseFailures = createReleaseFailures({ quarantine, report, online });
  const chooser = createChooser({ releases, details, optOuts, quarantine });

  const { releasesOf } = chooser;
  const loader = createLoader({ runtime, quarantine, releaseFailures, report, clock });

  return {
    ...details,
    ...releaseFailures,
    ...chooser,
    ...loader,
    registry$,
    ...optOuts,
    placements: releases.placements,

    /** Emits at once, and whenever what is offered to whoever is here may have changed. */
    changes$: merge(registry$, optOuts.optedOut$, details.details$),

    /** Keeps the registry fresh. Called once, when the page stands. @param pageFocus$ whenever somebody looks at the page */
    followRegistry: (pageFocus$: Observable<unknown>): void =>
      registry.follow({ ...api, pageFocus$, fetchRegistry: api.registry }),

    /** Gives every version of a feature another chance: the user has asked for it. */
    tryAgain: quarantine.clear,

    /**
     * The object of the best release that can be loaded.
     * @throws LoadError when none can.
     */
    async loadRemote(feature: Feature): Promise<Remote> {
      // Ends, because what fails is in quarantine then.
      for (let [release] = releasesOf(feature); release; [release] = releasesOf(feature)) {
        const remote = await loader.loadRelease(feature, release).catch(() => undefined);
        if (remote) return remote;
      }
      throw new LoadError('missing', feature);
    },

    /** To be called with the reason of each rejection that nobody has handled. */
    reportLostChunk: createLostChunks({ report, chooser }),

    /** Sends what has been reported so far. To be called when the page is left, or may be. */
    sendReports: flush,
  };
}
