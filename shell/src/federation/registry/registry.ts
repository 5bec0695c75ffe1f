// The registry of releases: the page's own at first, then every newer one, the same in all tabs.
import type { PageRegistry } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { type BehaviorSubject, filter, merge, type Observable, throttleTime } from 'rxjs';

/** The part of BroadcastChannel that the registry uses. */
export interface TabChannel<Message> {
  postMessage(message: Message): void;
  addEventListener(type: 'message', listener: (event: { data: Message }) => void): void;
}

interface RegistryPorts {
  /** Holds the page's registry at first, then the newest one. */
  registry$: BehaviorSubject<PageRegistry>;
  /** Parses a registry from another source; null when it cannot be parsed. */
  read(raw: unknown): PageRegistry | null;
  /** The channel to the other tabs, so that one session runs one set of releases. */
  tabs: TabChannel<PageRegistry>;
}

export interface RegistryTriggers {
  /** Emits the registry revisions that the gateway announces. */
  revision$: Observable<number>;
  /** Emits when the connection opens or reopens. */
  connected$: Observable<unknown>;
  pageFocus$: Observable<unknown>;
  fetchRegistry(): Promise<PageRegistry>;
}

/** Holds the newest registry that this page or another tab has received; an older one is ignored. */
export function createRegistry({ registry$, read, tabs }: RegistryPorts) {
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
    /**
     * Fetches the registry when the engine announces a newer one or reconnects, and from time to time when the page gets
     * the focus.
     */
    follow({ revision$, connected$, pageFocus$, fetchRegistry }: RegistryTriggers): void {
      const newer$ = revision$.pipe(filter((revision) => revision > registry$.value.revision));
      merge(newer$, connected$, pageFocus$.pipe(throttleTime(limits.registryPollEvery))).subscribe(() => {
        // After a failure the present registry remains in use; the next push or focus fetches it again.
        fetchRegistry().then(
          (registry) => adopt(registry) && tabs.postMessage(registry),
          () => {},
        );
      });
    },
  };
}
