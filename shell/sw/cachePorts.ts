// The parts of the service worker's environment that its functions need; tests pass fakes.

export interface CachePorts {
  cache(): Promise<Cache>;
  fetch(request: RequestInfo, init?: RequestInit): Promise<Response>;
  /** Resolves when the network has had enough time to respond. */
  wait(): Promise<undefined>;
  /** The app's root with its slash; the page is cached under this address. */
  base: string;
}
