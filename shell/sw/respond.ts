// Decides what the service worker answers, and what it leaves to the network.
import type { CachePorts } from './cachePorts.ts';
import { matchVerified } from './repair.ts';

/** Files named after their content never change. */
const hashedFile = /\.[0-9a-f]{8,}\.[a-z0-9]+$/;
/** Files with a fixed address, of which the newest is wanted. */
const networkFirstFiles = /^(engine\.js|favicon\.svg|avatars\/.+)$/;

/** The cached copy of a file; the network for anything else, whose failure is passed on as it is. */
async function cacheFirst(request: Request, ports: CachePorts): Promise<Response> {
  // Pages check what they load by its hash; a worker cannot.
  const cached = request.integrity
    ? await (await ports.cache()).match(request.url)
    : await matchVerified(request.url, ports);
  return cached ?? ports.fetch(request);
}

/** The network, unless it is slow, unreachable, or has no good answer while there is a cached copy. */
async function networkFirst(request: Request, cacheKey: string, { cache, fetch, wait }: CachePorts): Promise<Response> {
  const cached = await (await cache()).match(cacheKey);
  const fetched = fetch(request);
  if (!cached) return fetched;
  const response = await Promise.race([fetched.catch(() => undefined), wait()]);
  return response && response.status < 500 ? response : cached;
}

/** Undefined for requests that the worker leaves alone: calls, other sites, and files that are not cached. */
export function respond(request: Request, ports: CachePorts): Promise<Response> | undefined {
  if (request.method !== 'GET' || !request.url.startsWith(ports.base)) return undefined;
  const path = request.url.slice(ports.base.length).split(/[?#]/)[0]!;
  if (request.mode === 'navigate') return networkFirst(request, ports.base, ports);
  if (hashedFile.test(path)) return cacheFirst(request, ports);
  return networkFirstFiles.test(path) ? networkFirst(request, request.url, ports) : undefined;
}
