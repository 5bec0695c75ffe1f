// Decides what the service worker answers, and what it leaves to the network.
import type { CachePorts } from './cachePorts.ts';
import { checked } from './repair.ts';

/** Files named after their content never change. */
const namedByContent = /\.[0-9a-f]{8,}\.[a-z0-9]+$/;
/** Files with a fixed address, of which the newest is wanted. */
const fresh = /^(engine\.js|favicon\.svg|avatars\/.+)$/;

/** The cached copy of a file; the network for anything else, whose failure is passed on as it is. */
async function keptFirst(request: Request, ports: CachePorts): Promise<Response> {
  // Pages check what they load by its hash; a worker cannot.
  const kept = request.integrity ? await (await ports.cache()).match(request.url) : await checked(request.url, ports);
  return kept ?? ports.fetch(request);
}

/** The network, unless it is slow, unreachable, or has no good answer while there is a cached copy. */
async function networkFirst(request: Request, keptAs: string, { cache, fetch, wait }: CachePorts): Promise<Response> {
  const kept = await (await cache()).match(keptAs);
  const asked = fetch(request);
  if (!kept) return asked;
  const answered = await Promise.race([asked.catch(() => undefined), wait()]);
  return answered && answered.status < 500 ? answered : kept;
}

/** Undefined for requests that the worker leaves alone: calls, other sites, and files that are not cached. */
export function answer(request: Request, ports: CachePorts): Promise<Response> | undefined {
  if (request.method !== 'GET' || !request.url.startsWith(ports.base)) return undefined;
  const path = request.url.slice(ports.base.length).split(/[?#]/)[0]!;
  if (request.mode === 'navigate') return networkFirst(request, ports.base, ports);
  if (namedByContent.test(path)) return keptFirst(request, ports);
  return fresh.test(path) ? networkFirst(request, request.url, ports) : undefined;
}
