// What the service worker's functions need of it; tests pass their own.

export interface CachePorts {
  cache(): Promise<Cache>;
  fetch(request: RequestInfo, init?: RequestInit): Promise<Response>;
  /** Resolves when the page has waited long enough for the network. */
  wait(): Promise<undefined>;
  /** The app's root, with its slash: the page is cached under this address. */
  base: string;
}
