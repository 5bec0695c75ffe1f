// A fake of the service worker's environment: a cache, a network and a delay that tests control.
import type { CachePorts } from '../cachePorts.ts';

export const base = 'https://amber.example/chat/';

/** A response of the network, with its address. */
export const responseOf = (url: string, body: string, status = 200): Response =>
  Object.defineProperty(new Response(body, { status }), 'url', { value: url });

/** The responses by address: a body, or a whole response. A missing one fails like an unreachable network. */
export type Served = Record<string, string | (() => Promise<Response>)>;

/**
 * Creates the ports with an initial cache. `asked` lists the requests to the network, `cached` the contents of the
 * cache.
 */
export function fakePorts(served: Served, first: Record<string, string> = {}) {
  const entries = new Map(Object.entries(first).map(([url, body]) => [url, responseOf(url, body)]));
  const asked: { url: string; integrity: string | undefined }[] = [];
  let endWait = () => {};
  const waited = new Promise<undefined>((resolve) => {
    endWait = () => resolve(undefined);
  });
  const cache = {
    match: async (url: string) => entries.get(url)?.clone(),
    put: async (url: string, response: Response) => void entries.set(url, response),
    keys: async () => [...entries.keys()].map((url) => ({ url })),
    delete: async (url: string) => entries.delete(url),
  } as unknown as Cache;
  const ports: CachePorts = {
    cache: async () => cache,
    async fetch(request, init) {
      const url = typeof request === 'string' ? request : (request as Request).url;
      asked.push({ url, integrity: init?.integrity });
      const answer = served[url];
      if (answer === undefined) throw new TypeError('Failed to fetch');
      return typeof answer === 'string' ? responseOf(url, answer) : answer();
    },
    wait: () => waited,
    base,
  };
  return {
    ports,
    asked,
    endWait,
    cached: async () =>
      Object.fromEntries(
        await Promise.all(
          [...entries].map(async ([url, response]) => [url.replace(base, ''), await response.clone().text()] as const),
        ),
      ),
  };
}
