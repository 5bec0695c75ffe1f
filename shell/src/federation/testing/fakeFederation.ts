// A federation in Node with fake ports that a test controls.
import type { Session } from '@amber/client/bus';
import type { Remote } from '@amber/client/remote';
import type { PageOffer, PageRegistry, RegistryDetails, Release, RemoteEvent } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { seedPlacementOf, seedPathOwners } from '@amber/proto/seedPlacements';
import { forgetShared } from '@amber/ui/loadShared';
import { BehaviorSubject, EMPTY, filter, map, Subject } from 'rxjs';
import { possiblePlacements } from '../choose/possiblePlacements.ts';
import type { TesterRelease } from '../choose/testing.ts';
import { createFederation } from '../createFederation.ts';
import type { TabChannel } from '../registry/registry.ts';
import { stackOf } from '../report/stackOf.ts';

const integrity = `sha384-${'A'.repeat(64)}`;
const entryOf = (remote: string, version: string) => `/chat/remotes/${remote}/${version}/remoteEntry.js`;

/** A release in the form of the page's registry. */
export const release = (version: string, remote = 'chat', more: object = {}) => ({
  version,
  contract: '^1',
  entry: entryOf(remote, version),
  integrity,
  place: seedPlacementOf(remote),
  ...more,
});

/** The same release in the form of the registry's details. */
export const releaseDetails = (version: string, remote = 'chat'): Release => ({
  version,
  contract: '^1',
  entry: entryOf(remote, version),
  files: [{ url: entryOf(remote, version), integrity }],
  notes: `New in ${version}`,
  time: 1,
  place: seedPlacementOf(remote),
});

/** Everybody gets 3, followed by 2 and 1; only the details contain 0. */
export const offer = (change: Partial<PageOffer> = {}): PageOffer => ({
  remote: 'chat',
  candidate: release('3'),
  stable: release('2'),
  previous: release('1'),
  share: 100,
  beta: null,
  betaShare: 0,
  ...change,
});

export const registryOf = (offers: PageOffer[], revision = 1): PageRegistry => ({
  revision,
  offers,
  words: [...seedPathOwners],
  details: { url: `/chat/registry/${revision}.json`, integrity },
});

export const session = (identifier: string): Session => ({
  identifier,
  avatar: '',
  lastName: '',
  deviceId: '',
  newDevice: false,
});

/** A browser's storage and network, which its tabs share. */
export function fakeBrowser() {
  const stored = new Map<string, string>();
  const changed$ = new Subject<{ key: string; by: object }>();
  const channels: { name: string; listen(event: { data: unknown }): void }[] = [];
  return {
    stored,
    changed$,
    isOnline: true,
    now: 1_800_000_000_000,
    back$: new Subject<void>(),

    /** Each message is copied, as it is between tabs. */
    channel<Message>(name: string): TabChannel<Message> {
      let own: (typeof channels)[number] | undefined;
      return {
        addEventListener(_, listen) {
          own = { name, listen: listen as (event: { data: unknown }) => void };
          channels.push(own);
        },
        postMessage: (data) =>
          channels
            .filter((other) => other.name === name && other !== own)
            .forEach(({ listen }) => listen({ data: structuredClone(data) })),
      };
    },
  };
}

interface FakeOptions {
  registry?: PageRegistry;
  browser?: ReturnType<typeof fakeBrowser>;
  account?: string;
  /** The storage of this tab, which survives a reload. */
  tabStorage?: Map<string, string>;
}

/** Creates one tab. */
export function fakeFederation({
  registry = registryOf([offer()]),
  browser = fakeBrowser(),
  account = 'alice',
  tabStorage = new Map(),
}: FakeOptions = {}) {
  const session$ = new BehaviorSubject<Session | null>(session(account));
  const registry$ = new BehaviorSubject(registry);
  const bucket = () => session$.value!.identifier;
  const reports: RemoteEvent[] = [];
  const testerReports: RemoteEvent[] = [];
  const me = {};
  const tab = {
    /** The result of loading an entry, per version; a version without one loads. */
    loading: new Map<string, () => Promise<Remote | null>>(),
    /** The versions whose entry was requested, in that order. */
    loads: [] as string[],
    /** Whether the second fetch of a failed entry succeeds. */
    isRefetchable: false,
    details: null as RegistryDetails | null,
    /** The gateway's answer about a tester's link. */
    testerLink: (): TesterRelease => {
      throw new Fault('NO_RESPONSE');
    },
    /** The account's betas, as the gateway sends them. */
    betas$: new Subject<string[]>(),
    elapsed: 0,
  };
  const federation = createFederation({
    releases: {
      registry,
      registry$,
      hostRoutes: [],
      bucket,
      placements: () => possiblePlacements(registry$.value, bucket),
    },
    session$,
    storage: {
      browser: () => ({
        getItem: (key) => browser.stored.get(key) ?? null,
        setItem(key, value) {
          browser.stored.set(key, value);
          browser.changed$.next({ key, by: me });
        },
      }),
      changed$: browser.changed$.pipe(
        filter(({ by }) => by !== me),
        map(({ key }) => key),
      ),
      tab: {
        getItem: (key) => tabStorage.get(key) ?? null,
        setItem: (key, value) => void tabStorage.set(key, value),
      },
    },
    tabs: browser.channel,
    online: { isOnline: () => browser.isOnline, reconnected$: browser.back$ },
    api: {
      fetchRegistry: () => Promise.reject(new Error('no gateway')),
      revision$: EMPTY,
      connected$: EMPTY,
      details: async () => {
        if (!tab.details) throw new Error('no gateway');
        return tab.details;
      },
      ticket: async () => 'ticket',
      report: async () => {},
      beacon: ({ events, testerEvents }) => {
        reports.push(...events);
        testerReports.push(...testerEvents);
      },
      fetchTesterRelease: async () => tab.testerLink(),
      joinBeta: async (feature, joined) => (joined ? [feature] : []),
      betas$: tab.betas$,
    },
    runtime: {
      async load(_, entry) {
        const version = entry.split('/')[4]!;
        tab.loads.push(version);
        return await (tab.loading.get(version) ?? (async () => ({ version }) as unknown as Remote))();
      },
      refetchFile: async () => tab.isRefetchable,
      forgetShared,
    },
    stackOf: async (thrown, releaseId) => stackOf(thrown, releaseId),
    clock: { elapsed: () => tab.elapsed, now: () => browser.now, setTimeout: () => {} },
  });
  return Object.assign(tab, {
    federation,
    session$,

    /** Returns the reports about tested releases since the last call. */
    testerReported(): string[] {
      federation.sendReports();
      return testerReports.splice(0).map(({ version, kind }) => `${version} ${kind}`);
    },
    /** Returns the reports since the last call, such as `3 error timeout`. */
    reported(): string[] {
      federation.sendReports();
      return reports.splice(0).map(({ version, kind, type }) => `${version} ${kind} ${type}`.trim());
    },
    /** Returns the stacks of the reports since the last call. */
    async reportedStacks(): Promise<string[]> {
      await Promise.resolve();
      federation.sendReports();
      return reports.splice(0).map(({ stack }) => stack);
    },
    /** Returns the versions that would be tried, in that order. */
    order: (feature = 'chat') => federation.releasesOf(feature).map(({ version }) => version),
    /** Returns the version that is loaded; undefined if none could be. */
    async loaded(feature = 'chat'): Promise<string | undefined> {
      const remote = await federation.loadRemote(feature).catch(() => undefined);
      return (remote as unknown as { version: string } | undefined)?.version;
    },
  });
}
