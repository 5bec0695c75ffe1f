// The releases that this browser runs because somebody opened a tester's link in it and agreed.
import type { PageRelease } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { BehaviorSubject, filter } from 'rxjs';
import type { Feature } from '../registry/Feature.ts';
import type { SharedStorage } from './optOuts.ts';

/** What a link leads to, as the gateway answers. */
export interface TesterRelease {
  remote: Feature;
  release: PageRelease;
  /** Milliseconds since 1970. */
  expires: number;
}

export interface Tested {
  token: string;
  /** As stored: each reader validates it. */
  release: PageRelease;
  expires: number;
}
type TestedReleases = Partial<Record<Feature, Tested>>;

interface TestingPorts {
  storage: SharedStorage;
  /** @throws Fault TESTER_LINK when the link has ended, or its release was rolled back */
  fetchTesterRelease(token: string): Promise<TesterRelease>;
  /** Milliseconds since 1970. */
  now(): number;
}

const key = 'amber-testing';

/** The releases belong to the browser, not to an account. Follows changes of other tabs. */
export function createTesting({ storage, fetchTesterRelease, now }: TestingPorts) {
  function stored(): TestedReleases {
    try {
      const all = Object.entries(JSON.parse(storage.browser().getItem(key) ?? '{}') as TestedReleases);
      return Object.fromEntries(all.filter(([, tested]) => tested && tested.expires > now()));
    } catch {
      return {}; // the browser blocks storage
    }
  }

  const tested$ = new BehaviorSubject(stored());
  storage.changed$.pipe(filter((changed) => changed === key)).subscribe(() => tested$.next(stored()));

  function update(feature: Feature, tested: Tested | undefined): void {
    const { [feature]: _, ...others } = tested$.value;
    const all: TestedReleases = tested ? { ...others, [feature]: tested } : others;
    try {
      storage.browser().setItem(key, JSON.stringify(all));
    } catch {
      // Without storage the test lasts until the page is closed.
    }
    tested$.next(all);
  }

  return {
    tested$,
    fetchTesterRelease,

    /** Returns the version of a feature that this browser tests. */
    testedVersion: (feature: Feature): string | undefined => tested$.value[feature]?.release.version,

    /** Runs the link's release from the next visit to the feature on. */
    startTesting: (token: string, { remote, release, expires }: TesterRelease): void =>
      update(remote, { token, release, expires }),

    stopTesting: (feature: Feature): void => update(feature, undefined),

    /** Ends the tests whose link has ended. Without an answer they go on. */
    async recheck(): Promise<void> {
      for (const [feature, tested] of Object.entries(tested$.value)) {
        if (!tested) continue;
        const answer = await fetchTesterRelease(tested.token).catch((thrown: unknown) => Fault.of(thrown));
        const isSame = tested$.value[feature]?.token === tested.token;
        if (isSame && answer instanceof Fault && answer.code === 'TESTER_LINK') update(feature, undefined);
      }
    },
  };
}
