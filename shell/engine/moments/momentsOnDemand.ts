// Loads the code for moments when somebody reads or posts one. A separate chunk, because only they need it.
import { listIdentityIds } from '../keys/identityRows.ts';
import { forwardTo, onDemand } from '../kit/lazyImport.ts';
import type { Moments, MomentsPorts } from './moments.ts';

export interface MomentsOnDemand {
  /** Each call loads the code first. @throws Fault REQUEST_FAILED when that fails; the next call tries again. */
  moments: Pick<Moments, 'run'>;
  /** Sends the waiting posts, if there are any. @throws Fault as above. */
  flushMoments(): Promise<void>;
}

export function createMomentsOnDemand(ports: MomentsPorts): MomentsOnDemand {
  const { get } = onDemand(
    () => import(/* webpackChunkName: "moments" */ './moments.ts'),
    ({ createMoments }) => createMoments(ports),
  );
  return {
    moments: forwardTo(get, 'run'),
    async flushMoments() {
      const [pending] = await listIdentityIds(ports.db, 'momentToPost:', 1);
      if (pending !== undefined) (await get()).flush();
    },
  };
}
