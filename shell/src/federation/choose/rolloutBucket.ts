// The id that decides whether a visitor is in a rollout's percentage: the account, or this browser where nobody has signed in.
import type { Session } from '@amber/client/bus';
import type { BehaviorSubject } from 'rxjs';

const visitorKey = 'amber-visitor';

interface RolloutBucketPorts {
  session$: BehaviorSubject<Session | null>;
  /** Throws in a browser that keeps nothing. */
  storage(): Pick<Storage, 'getItem' | 'setItem'>;
}

/** Returns the id as it is now. */
export function createRolloutBucket({ session$, storage }: RolloutBucketPorts): () => string {
  let visitor: string | undefined;

  /** Random, made once, and told to nobody, so that this browser gets the same releases every time. */
  function visitorId(): string {
    try {
      visitor ??= storage().getItem(visitorKey) ?? crypto.randomUUID();
      storage().setItem(visitorKey, visitor);
    } catch {
      visitor ??= crypto.randomUUID(); // a browser that keeps nothing draws anew at each start
    }
    return visitor;
  }

  return () => session$.value?.identifier ?? visitorId();
}
