// Starts after the first paint: registry updates, reports of missing files and background work.
import { limits } from '@amber/proto/limits';
import { fromEvent } from 'rxjs';
import type { Federation } from './federation/createFederation.ts';
import { recordFault } from './kit/recentFaults.ts';

let isFollowing = false;
let isScheduled = false;

/** May be called on every render. Only signed-in people need the background work. */
export function afterPaint(federation: Federation, { isSignedIn }: { isSignedIn: boolean }): void {
  if (!isFollowing) {
    federation.followRegistry(fromEvent(window, 'focus'));
    addEventListener('unhandledrejection', ({ reason }) => federation.reportLostChunk(reason));
    addEventListener('error', ({ error }: ErrorEvent) => federation.reportHandlerError(error));
  }
  isFollowing = true;
  if (isScheduled || !isSignedIn) return;
  isScheduled = true;
  setTimeout(() => {
    import(/* webpackChunkName: "background" */ './background.ts')
      .then(({ runInBackground }) => runInBackground(federation))
      .catch(() => recordFault('OFFLINE_START'));
  }, limits.offlineAfter);
}
