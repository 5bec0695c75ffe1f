// The features whose beta the account has joined.
import type { Session } from '@amber/client/bus';
import type { BehaviorSubject } from 'rxjs';
import type { Feature } from '../registry/Feature.ts';
import { type SharedStorage, storedValue } from './storedValue.ts';

interface BetaPorts {
  session$: BehaviorSubject<Session | null>;
  storage: SharedStorage;
  /** Joins or leaves on all devices. @throws Fault of the call */
  joinBeta(feature: Feature, joined: boolean): Promise<Feature[]>;
}

export type Betas = ReturnType<typeof createBetas>;

/** The gateway has the list; this browser remembers it for the next start. Follows the account and other tabs. */
export function createBetas({ session$, storage, joinBeta }: BetaPorts) {
  const { value$: betas$, store } = storedValue({
    storage,
    key: () => `amber-betas:${session$.value?.identifier ?? ''}`,
    read: (stored): Feature[] => (Array.isArray(stored) ? stored.filter((feature) => typeof feature === 'string') : []),
    keyChanged$: session$,
  });

  /** Adopts the gateway's list. */
  function adoptBetas(betas: Feature[]): void {
    if (betas.join(' ') !== betas$.value.join(' ')) store(betas);
  }

  return {
    betas$,
    adoptBetas,
    isInBeta: (feature: Feature): boolean => betas$.value.includes(feature),
    /** @throws Fault of the call */
    joinBeta: async (feature: Feature, joined: boolean): Promise<void> => adoptBetas(await joinBeta(feature, joined)),
  };
}
