// Decides which requests the service worker answers, and which it leaves to the network.
import type { CachePorts } from './cachePorts.ts';
import { matchVerified } from './repair.ts';

/** Files named after their content never change. */
const hashedFile = /\.[0-9a-f]{8,}\.[a-z0-9]+$/;
/** Files with a fixed address, whose newest version is needed. */
const networkFirstFiles = /^(engine\.js|recorderWorklet\.js|favicon\.svg|avatars\/.+)$/;

/** Returns the cached copy of a file; otherwise the network's response or failure. */
async function cacheFirst(request: Request, ports: CachePorts): Promise<Response> {
  // Pages verify the files that they load by their hash, but a worker's script has no such check.
  const cached = request.integrity
    ? await (await ports.cache()).match(request.url)
    : await matchVerified(request.url, ports);
  return cached ?? ports.fetch(request);
}

/** Returns the network's response; if it is slow, unreachable or a server error, the cached copy, if there is one. */
async function networkFirst(request: Request, cacheKey: string, { cache, fetch, wait }: CachePorts): Promise<Response> {
  const cached = await (await cache()).match(cacheKey);
  const fetched = fetch(request);
  if (!cached) return fetched;
  const response = await Promise.race([fetched.catch(() => undefined), wait()]);
  return response && response.status < 500 ? response : cached;
}

/** The operator's own pages: the gateway alone knows whether there are any, and the app's text must not replace them. */
const legalPages = /^(terms|privacy-policy)$/;

/**
 * Returns undefined for requests that the worker does not handle: calls, other sites, the operator's pages, and files that are not cached.
 */
export function respond(request: Request, ports: CachePorts): Promise<Response> | undefined {
  if (request.method !== 'GET' || !request.url.startsWith(ports.base)) return undefined;
  const path = request.url.slice(ports.base.length).split(/[?#]/)[0]!;
  if (legalPages.test(path)) return undefined;
  if (request.mode === 'navigate') return networkFirst(request, ports.base, ports);
  if (hashedFile.test(path)) return cacheFirst(request, ports);
  return networkFirstFiles.test(path) ? networkFirst(request, request.url, ports) : undefined;
}
