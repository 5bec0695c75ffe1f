// Loads the code for moments when somebody reads or posts one. A separate chunk, because only they need it.
import { momentKeyPrefixes } from '@amber/client/moments';
import { onDemand } from '../kit/lazyImport.ts';
import type { Moments, MomentsPorts } from './moments.ts';

export interface MomentsOnDemand {
  /** Loads the code first. @throws Fault REQUEST_FAILED when that fails; the next call tries again. */
  moments(): Promise<Moments>;
  /** Sends the waiting posts, if there are any. @throws Fault as above. */
  flushMoments(): Promise<void>;
}

export function createMomentsOnDemand(ports: MomentsPorts): MomentsOnDemand {
  const { get } = onDemand(
    () => import(/* webpackChunkName: "moments" */ './moments.ts'),
    ({ createMoments }) => createMoments(ports),
  );
  return {
    moments: get,
    async flushMoments() {
      const pending = await ports.db.identity.where('key').startsWith(momentKeyPrefixes.waiting).first();
      if (pending) (await get()).flush();
    },
  };
}
