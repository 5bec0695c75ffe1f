// Caches the app's files in the browser, so that it starts offline.
import { limits } from '@amber/proto/limits';
import { asyncScheduler, combineLatest, defer, retry, switchMap, throttleTime } from 'rxjs';
import type { Federation } from './federation/createFederation.ts';
import { startOffline } from './kit/offline.ts';

/**
 * Returns the files of each feature's release that this person gets.
 * @throws Error if they are not known; the existing cache remains.
 */
async function filesToCache(federation: Federation): Promise<Record<string, string>> {
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

/** Registers the service worker, which caches the files of this person's releases whenever they change. */
export async function cacheForOffline(federation: Federation): Promise<void> {
  const cacheFiles = await startOffline();
  combineLatest([federation.registry$, federation.optedOut$])
    .pipe(
      throttleTime(limits.offlineAfter, asyncScheduler, { leading: true, trailing: true }),
      switchMap(() => defer(() => filesToCache(federation)).pipe(retry({ delay: limits.registryPollEvery }))),
    )
    .subscribe(cacheFiles);
}
