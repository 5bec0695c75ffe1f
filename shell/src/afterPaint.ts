// What begins when the first screen stands: following the registry, heeding what does not come, and keeping the app for a start without a network.
import { limits } from '@amber/proto/limits';
import { asyncScheduler, combineLatest, throttleTime } from 'rxjs';
import { registry } from './federation/federation.ts';
import { followRegistry } from './federation/followRegistry.ts';
import { left$ } from './federation/goneBack.ts';
import { noteFault } from './recentFaults.ts';
import { watchLostChunks } from './federation/lostChunks.ts';
import { startOffline } from './offline.ts';
import { releasesOf } from './federation/remotes.ts';
import type { Feature } from './routes.ts';

declare const __DEV__: boolean;

let isFollowing = false;
let isKept = false;

/** The release of each feature that is shown to whoever is here. */
const set = () => registry.registry$.value.offers.flatMap(({ remote }) => releasesOf(remote as Feature).slice(0, 1));

async function keepOffline(): Promise<void> {
  const keep = await startOffline();
  combineLatest([registry.registry$, left$])
    .pipe(throttleTime(limits.offlineAfter, asyncScheduler, { leading: true, trailing: true }))
    .subscribe(() => keep(set()));
}

/** May be called at every render. Only somebody who is signed in needs a start without a network. */
export function afterPaint({ isSignedIn }: { isSignedIn: boolean }): void {
  if (!isFollowing) {
    followRegistry();
    watchLostChunks();
  }
  isFollowing = true;
  if (isKept || !isSignedIn) return;
  isKept = true;
  void import(/* webpackChunkName: "sound" */ './frame/arrivalSound.ts')
    .then(({ followArrivals }) => followArrivals())
    .catch(() => noteFault('SOUND'));
  // While somebody works on the app, yesterday's files would stand in the way.
  if (__DEV__) return;
  setTimeout(() => void keepOffline().catch(() => noteFault('OFFLINE_START')), limits.offlineAfter);
}
