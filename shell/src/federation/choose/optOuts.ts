// The versions that the user has opted out of, per account and feature.
import type { Session } from '@amber/client/bus';
import type { BehaviorSubject } from 'rxjs';
import type { Feature } from '../registry/Feature.ts';
import { type SharedStorage, storedValue } from './storedValue.ts';

type Versions = Partial<Record<Feature, string>>;

interface OptOutPorts {
  session$: BehaviorSubject<Session | null>;
  storage: SharedStorage;
}

export type OptOuts = ReturnType<typeof createOptOuts>;

/** Follows changes of the account and of other tabs. */
export function createOptOuts({ session$, storage }: OptOutPorts) {
  const { value$: optedOut$, store } = storedValue({
    storage,
    key: () => `amber-left:${session$.value?.identifier ?? ''}`,
    read: (stored) => (stored ?? {}) as Versions,
    keyChanged$: session$,
  });

  return {
    optedOut$,
    optedOutVersion: (feature: Feature): string | undefined => optedOut$.value[feature],

    /** Opts out of a version; undefined ends the opt-out. A newer version ends it as well. */
    optOutOf(feature: Feature, version: string | undefined): void {
      const { [feature]: _, ...others } = optedOut$.value;
      store(version === undefined ? others : { ...others, [feature]: version });
    },
  };
}
