// What starts after the first paint: the registry, reports of missing files, and the cache for offline starts.
import { limits } from '@amber/proto/limits';
import { asyncScheduler, combineLatest, defer, retry, switchMap, throttleTime } from 'rxjs';
import { filesOf, loadDetails } from './federation/registry/details.ts';
import { registry } from './federation/federation.ts';
import { followRegistry } from './federation/registry/followRegistry.ts';
import { left$ } from './federation/choose/optOuts.ts';
import { noteFault } from './kit/recentFaults.ts';
import { watchLostChunks } from './federation/load/lostChunks.ts';
import { followArrivals } from './notifications/arrivalSound.ts';
import { startOffline } from './kit/offline.ts';
import { releasesOf } from './federation/choose/remotes.ts';

declare const __DEV__: boolean;

let isFollowing = false;
let isKept = false;

/** The files of each feature's release that this person gets. @throws Error where they are not known: what is kept stays. */
async function files(): Promise<Record<string, string>> {
  await loadDetails();
  const { offers, details } = registry.registry$.value;
  const lists = offers.flatMap(({ remote }) =>
    releasesOf(remote)
      .slice(0, 1)
      .map((release) => filesOf(remote, release)),
  );
  if (!details || lists.includes(undefined)) throw new Error('the list of files is missing');
  return Object.assign({ [details.url]: details.integrity }, ...lists) as Record<string, string>;
}

async function keepOffline(): Promise<void> {
  const keep = await startOffline();
  combineLatest([registry.registry$, left$])
    .pipe(
      throttleTime(limits.offlineAfter, asyncScheduler, { leading: true, trailing: true }),
      switchMap(() => defer(files).pipe(retry({ delay: limits.registryAskedEvery }))),
    )
    .subscribe(keep);
}

/** May be called on every render. Only signed-in people need to start offline. */
export function afterPaint({ isSignedIn }: { isSignedIn: boolean }): void {
  if (!isFollowing) {
    followRegistry();
    watchLostChunks();
  }
  isFollowing = true;
  if (isKept || !isSignedIn) return;
  isKept = true;
  followArrivals();
  // In development, cached files would hide changes.
  if (__DEV__) return;
  setTimeout(() => void keepOffline().catch(() => noteFault('OFFLINE_START')), limits.offlineAfter);
}
