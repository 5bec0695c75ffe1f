// The releases that this browser runs because somebody opened a tester's link in it and agreed.
import type { PageRelease } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Feature } from '../registry/Feature.ts';
import { type SharedStorage, storedValue } from './storedValue.ts';
import { testingKey } from './testingKey.ts';

/** What a link leads to, as the gateway answers. */
export interface TesterRelease {
  remote: Feature;
  release: PageRelease;
  /** Milliseconds since 1970. */
  expires: number;
}

export interface Tested {
  token: string;
  /** Of what was stored, only the version is validated: whoever loads the release validates the rest. */
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

function isTested(stored: unknown, now: number): stored is Tested {
  const { token, release, expires } = (stored ?? {}) as Partial<Tested>;
  return (
    typeof token === 'string' && typeof release?.version === 'string' && typeof expires === 'number' && expires > now
  );
}

/** The releases belong to the browser, not to an account. Follows changes of other tabs. */
export function createTesting({ storage, fetchTesterRelease, now }: TestingPorts) {
  const { value$: tested$, store } = storedValue({
    storage,
    key: () => testingKey,
    read: (stored): TestedReleases =>
      Object.fromEntries(
        Object.entries(stored ?? {}).filter((entry): entry is [Feature, Tested] => isTested(entry[1], now())),
      ),
  });

  function update(feature: Feature, tested: Tested | undefined): void {
    const { [feature]: _, ...others } = tested$.value;
    store(tested ? { ...others, [feature]: tested } : others);
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
