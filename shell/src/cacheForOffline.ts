// Caches the app's files in the browser, so that it starts offline: first those that were opened, then the rest.
import { engine } from '@amber/client/hostEngine';
import { limits } from '@amber/proto/limits';
import {
  asyncScheduler,
  combineLatest,
  concat,
  concatMap,
  defer,
  filter,
  fromEvent,
  map,
  Observable,
  retry,
  switchMap,
  throttleTime,
  timer,
} from 'rxjs';
import type { Federation } from './federation/createFederation.ts';
import { startOffline } from './kit/offline.ts';

/**
 * Returns the files of each feature's release that this person gets. A release without a list is left out: the
 * gateway lists no release that only a tester's link leads to, for example.
 * @throws Error if no list is known; the existing cache remains.
 */
async function filesToCache(federation: Federation): Promise<Record<string, string>> {
  const areListed = await federation.loadDetails();
  const { offers, details } = federation.registry$.value;
  if (!areListed || !details) throw new Error('the lists of files are missing');
  const lists = offers.flatMap(({ remote }) =>
    federation
      .releasesOf(remote)
      .slice(0, 1)
      .map((release) => federation.filesOf(remote, release)),
  );
  return Object.assign({ [details.url]: details.integrity }, ...lists) as Record<string, string>;
}

/** The URLs of what the page and the engine have loaded, which is in the browser's own cache. */
const openedFiles = async (): Promise<string[]> => [
  ...performance.getEntriesByType('resource').map(({ name }) => name),
  // The engine of another tab may be of an older build.
  ...(await engine.loadedFiles({}).catch(() => [])),
  new URL('/chat/engine.js', location.href).href,
];

interface NetworkInformation {
  saveData?: boolean;
  type?: string;
}

/** Whether data may cost: nothing is fetched in advance then. Browsers that do not say count as unmetered. */
function isMetered(): boolean {
  const { saveData, type } = (navigator as { connection?: NetworkInformation }).connection ?? {};
  return saveData === true || type === 'cellular';
}

/** Emits once, when the browser has nothing else to do. */
const idle$ = new Observable<void>((subscriber) => {
  const emit = () => {
    subscriber.next();
    subscriber.complete();
  };
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) return emit();
  const id = requestIdleCallback(emit);
  return () => cancelIdleCallback(id);
});

const pageHidden$ = fromEvent(document, 'visibilitychange').pipe(filter(() => document.visibilityState === 'hidden'));

/**
 * Emits the files to cache now: at first what was opened; then everything when idle or, where data may cost, what was
 * opened whenever the page is left.
 */
function stages(): Observable<readonly string[] | undefined> {
  const rest$ = timer(limits.cacheRestAfter).pipe(
    switchMap(() => idle$),
    map(() => undefined),
  );
  return concat(defer(openedFiles), isMetered() ? pageHidden$.pipe(concatMap(openedFiles)) : rest$);
}

/** Registers the service worker, which caches the files of this person's releases whenever they change. */
export async function cacheForOffline(federation: Federation): Promise<void> {
  const cacheFiles = await startOffline();
  combineLatest([federation.registry$, federation.optedOut$])
    .pipe(
      throttleTime(limits.offlineAfter, asyncScheduler, { leading: true, trailing: true }),
      switchMap(() => defer(() => filesToCache(federation)).pipe(retry({ delay: limits.registryPollEvery }))),
      switchMap((files) => stages().pipe(map((only) => [files, only] as const))),
    )
    .subscribe(([files, only]) => cacheFiles(files, only));
}
