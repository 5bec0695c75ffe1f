// The features whose beta the account has joined.
import type { Session } from '@amber/client/bus';
import { BehaviorSubject, filter, merge } from 'rxjs';
import type { Feature } from '../registry/Feature.ts';
import type { SharedStorage } from './optOuts.ts';

interface BetaPorts {
  session$: BehaviorSubject<Session | null>;
  storage: SharedStorage;
  /** Joins or leaves on all devices. @throws Fault of the call */
  joinBeta(feature: Feature, joined: boolean): Promise<Feature[]>;
}

export type Betas = ReturnType<typeof createBetas>;

/** The gateway has the list; this browser remembers it for the next start. Follows the account and other tabs. */
export function createBetas({ session$, storage, joinBeta }: BetaPorts) {
  const key = (): string => `amber-betas:${session$.value?.identifier ?? ''}`;

  function stored(): Feature[] {
    try {
      const list = JSON.parse(storage.browser().getItem(key()) ?? '[]') as unknown;
      return Array.isArray(list) ? list : [];
    } catch {
      return []; // the browser blocks storage
    }
  }

  const betas$ = new BehaviorSubject<Feature[]>([]);
  merge(session$, storage.changed$.pipe(filter((changed) => changed === key()))).subscribe(() => betas$.next(stored()));

  /** Adopts the gateway's list. */
  function adoptBetas(betas: Feature[]): void {
    if (betas.join(' ') === betas$.value.join(' ')) return;
    try {
      storage.browser().setItem(key(), JSON.stringify(betas));
    } catch {
      // Without storage the gateway answers again at the next start.
    }
    betas$.next(betas);
  }

  return {
    betas$,
    adoptBetas,
    isInBeta: (feature: Feature): boolean => betas$.value.includes(feature),
    /** @throws Fault of the call */
    joinBeta: async (feature: Feature, joined: boolean): Promise<void> => adoptBetas(await joinBeta(feature, joined)),
  };
}
