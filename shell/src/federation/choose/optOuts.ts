// The versions that the user has opted out of, by account and feature.
import type { Session } from '@amber/client/bus';
import { BehaviorSubject, filter, merge, type Observable } from 'rxjs';
import type { Feature } from '../registry/Feature.ts';

type Versions = Partial<Record<Feature, string>>;

/** Storage that the browser's tabs share. */
export interface SharedStorage {
  /** Throws in a browser that keeps nothing. */
  browser(): Pick<Storage, 'getItem' | 'setItem'>;
  /** The keys that other tabs have changed; null for all of them. */
  changed$: Observable<string | null>;
}

interface OptOutPorts {
  session$: BehaviorSubject<Session | null>;
  storage: SharedStorage;
}

export type OptOuts = ReturnType<typeof createOptOuts>;

/** Follows the account and the other tabs. */
export function createOptOuts({ session$, storage }: OptOutPorts) {
  const key = (): string => `amber-left:${session$.value?.identifier ?? ''}`;

  function stored(): Versions {
    try {
      return JSON.parse(storage.browser().getItem(key()) ?? '{}') as Versions;
    } catch {
      return {}; // storage is closed to us
    }
  }

  const optedOut$ = new BehaviorSubject<Versions>({});
  merge(session$, storage.changed$.pipe(filter((changed) => changed === key()))).subscribe(() =>
    optedOut$.next(stored()),
  );

  return {
    optedOut$,
    optedOutVersion: (feature: Feature): string | undefined => optedOut$.value[feature],

    /** Opts out of a version, or with undefined takes what is offered again. A newer version ends it by itself. */
    optOutOf(feature: Feature, version: string | undefined): void {
      const { [feature]: _, ...others } = optedOut$.value;
      const versions: Versions = version === undefined ? others : { ...others, [feature]: version };
      try {
        storage.browser().setItem(key(), JSON.stringify(versions));
      } catch {
        // It holds until the page is closed.
      }
      optedOut$.next(versions);
    },
  };
}
