// The id that decides whether a visitor is in a rollout's percentage: the account, or this browser if nobody is signed
// in.
import type { Session } from '@amber/client/bus';
import type { BehaviorSubject } from 'rxjs';

const visitorKey = 'amber-visitor';

interface RolloutBucketPorts {
  session$: BehaviorSubject<Session | null>;
  /** Throws in a browser that blocks storage. */
  storage(): Pick<Storage, 'getItem' | 'setItem'>;
}

/** The returned function reads the present id on each call. */
export function createRolloutBucket({ session$, storage }: RolloutBucketPorts): () => string {
  let visitor: string | undefined;

  /**
   * Returns a random id that is created once and never sent, so that this browser gets the same releases every time.
   */
  function visitorId(): string {
    try {
      visitor ??= storage().getItem(visitorKey) ?? crypto.randomUUID();
      storage().setItem(visitorKey, visitor);
    } catch {
      visitor ??= crypto.randomUUID(); // without storage there is a new id at each start
    }
    return visitor;
  }

  return () => session$.value?.identifier ?? visitorId();
}
