// Stands in for what a service worker has: a cache, a network that tests decide on, and a wait that they end.
import type { CachePorts } from '../answer.ts';

export const base = 'https://amber.example/chat/';

/** An answer as the network gives it, which knows where it comes from. */
export const answered = (url: string, body: string, status = 200): Response =>
  Object.defineProperty(new Response(body, { status }), 'url', { value: url });

/** What is served, by address: a body, or an answer of its own. What is not served is a network that is away. */
export type Served = Record<string, string | (() => Promise<Response>)>;

/** The ports, with what is kept at first; `asked` lists what went to the network, `kept` what the cache holds. */
export function fakePorts(served: Served, first: Record<string, string> = {}) {
  const entries = new Map(Object.entries(first).map(([url, body]) => [url, answered(url, body)]));
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
      return typeof answer === 'string' ? answered(url, answer) : answer();
    },
    wait: () => waited,
    base,
  };
  return {
    ports,
    asked,
    endWait,
    kept: async () =>
      Object.fromEntries(
        await Promise.all(
          [...entries].map(async ([url, response]) => [url.replace(base, ''), await response.clone().text()] as const),
        ),
      ),
  };
}
