// The registry of releases: the page's own at first, then every newer one, the same in all tabs.
import type { PageRegistry } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { type BehaviorSubject, filter, merge, type Observable, throttleTime } from 'rxjs';

/** The part of BroadcastChannel that is used. */
export interface TabChannel<Message> {
  postMessage(message: Message): void;
  addEventListener(type: 'message', listener: (event: { data: Message }) => void): void;
}

interface RegistryPorts {
  /** Holds what the page came with, and from then on the newest. */
  registry$: BehaviorSubject<PageRegistry>;
  /** A registry from elsewhere; null when it cannot be read. */
  read(raw: unknown): PageRegistry | null;
  /** To the other tabs: one session runs one set. */
  tabs: TabChannel<PageRegistry>;
}

export interface RegistryTriggers {
  /** The revisions that the gateway has announced. */
  revision$: Observable<number>;
  connected$: Observable<unknown>;
  pageFocus$: Observable<unknown>;
  fetchRegistry(): Promise<PageRegistry>;
}

export interface RegistryFollower {
  registry$: BehaviorSubject<PageRegistry>;
  /** Asks the gateway when the engine has heard of a newer registry or is connected again, and now and then when the page is looked at. */
  follow(triggers: RegistryTriggers): void;
}

/** Holds the newest registry that this page or another tab has seen; an older one is ignored. */
export function createRegistry({ registry$, read, tabs }: RegistryPorts): RegistryFollower {
  const adopt = (input: unknown): boolean => {
    const registry = read(input);
    if (!registry || registry.revision <= registry$.value.revision) return false;
    registry$.next(registry);
    return true;
  };

  tabs.addEventListener('message', ({ data }) => {
    if (!adopt(data) && data?.revision < registry$.value.revision) tabs.postMessage(registry$.value);
  });
  tabs.postMessage(registry$.value);

  return {
    registry$,
    follow({ revision$, connected$, pageFocus$, fetchRegistry }) {
      const newer$ = revision$.pipe(filter((revision) => revision > registry$.value.revision));
      merge(newer$, connected$, pageFocus$.pipe(throttleTime(limits.registryPollEvery))).subscribe(() => {
        // Without an answer the present set goes on; the next push or look asks again.
        fetchRegistry().then(
          (registry) => adopt(registry) && tabs.postMessage(registry),
          () => {},
        );
      });
    },
  };
}
