// What starts after the first paint: the registry, reports of missing files, and the cache for offline starts.
import { limits } from '@amber/proto/limits';
import { asyncScheduler, combineLatest, defer, fromEvent, retry, switchMap, throttleTime } from 'rxjs';
import type { Federation } from './federation/createFederation.ts';
import { noteFault } from './kit/recentFaults.ts';
import { followArrivals } from './notifications/arrivalSound.ts';
import { startOffline } from './kit/offline.ts';

declare const __DEV__: boolean;

let isFollowing = false;
let isKept = false;

/** The files of each feature's release that this person gets. @throws Error where they are not known: what is kept stays. */
async function files(federation: Federation): Promise<Record<string, string>> {
  await federation.loadDetails();
  const { offers, details } = federation.registry$.value;
  const lists = offers.flatMap(({ remote }) =>
    federation
      .releasesOf(remote)
      .slice(0, 1)
      .map((release) => federation.filesOf(remote, release)),
  );
  if (!details || lists.includes(undefined)) throw new Error('the list of files is missing');
  return Object.assign({ [details.url]: details.integrity }, ...lists) as Record<string, string>;
}

async function keepOffline(federation: Federation): Promise<void> {
  const keep = await startOffline();
  combineLatest([federation.registry$, federation.optedOut$])
    .pipe(
      throttleTime(limits.offlineAfter, asyncScheduler, { leading: true, trailing: true }),
      switchMap(() => defer(() => files(federation)).pipe(retry({ delay: limits.registryAskedEvery }))),
    )
    .subscribe(keep);
}

/** May be called on every render. Only signed-in people need to start offline. */
export function afterPaint(federation: Federation, { isSignedIn }: { isSignedIn: boolean }): void {
  if (!isFollowing) {
    federation.followRegistry(fromEvent(window, 'focus'));
    addEventListener('unhandledrejection', ({ reason }) => federation.reportLostChunk(reason));
  }
  isFollowing = true;
  if (isKept || !isSignedIn) return;
  isKept = true;
  followArrivals();
  // In development, cached files would hide changes.
  if (__DEV__) return;
  setTimeout(() => void keepOffline(federation).catch(() => noteFault('OFFLINE_START')), limits.offlineAfter);
}
