// The versions that the user has opted out of, per account and feature.
import type { Session } from '@amber/client/bus';
import { BehaviorSubject, filter, merge, type Observable } from 'rxjs';
import type { Feature } from '../registry/Feature.ts';

type Versions = Partial<Record<Feature, string>>;

/** Storage that the browser's tabs share. */
export interface SharedStorage {
  /** Throws in a browser that blocks storage. */
  browser(): Pick<Storage, 'getItem' | 'setItem'>;
  /** Emits the keys that other tabs changed; null means all of them. */
  changed$: Observable<string | null>;
}

interface OptOutPorts {
  session$: BehaviorSubject<Session | null>;
  storage: SharedStorage;
}

export type OptOuts = ReturnType<typeof createOptOuts>;

/** Follows changes of the account and of other tabs. */
export function createOptOuts({ session$, storage }: OptOutPorts) {
  const key = (): string => `amber-left:${session$.value?.identifier ?? ''}`;

  function stored(): Versions {
    try {
      return JSON.parse(storage.browser().getItem(key()) ?? '{}') as Versions;
    } catch {
      return {}; // the browser blocks storage
    }
  }

  const optedOut$ = new BehaviorSubject<Versions>({});
  merge(session$, storage.changed$.pipe(filter((changed) => changed === key()))).subscribe(() =>
    optedOut$.next(stored()),
  );

  return {
    optedOut$,
    optedOutVersion: (feature: Feature): string | undefined => optedOut$.value[feature],

    /** Opts out of a version; undefined ends the opt-out. A newer version ends it as well. */
    optOutOf(feature: Feature, version: string | undefined): void {
      const { [feature]: _, ...others } = optedOut$.value;
      const versions: Versions = version === undefined ? others : { ...others, [feature]: version };
      try {
        storage.browser().setItem(key(), JSON.stringify(versions));
      } catch {
        // Without storage the opt-out lasts until the page is closed.
      }
      optedOut$.next(versions);
    },
  };
}
