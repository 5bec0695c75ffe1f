// Replaces the registry for one browser's pages, and serves fixture releases with injected faults.
import type { BrowserContext, Route } from '@playwright/test';
import type { PageOffer, PageRegistry, PageRelease, Release } from '@amber/proto';
import type { FixtureRelease } from './fixtureRelease.ts';

export const servingFaults = ['404', 'stall', 'garbage', 'wrong hash', 'missing hash'] as const;
export type ServingFault = (typeof servingFaults)[number];

/** An offer of fixtures and of the gateway's own releases. */
interface FixtureOffer extends Omit<PageOffer, 'stable' | 'candidate' | 'previous' | 'beta' | 'betaShare'> {
  stable: Release | PageRelease | null;
  candidate: Release | PageRelease | null;
  previous: Release | PageRelease | null;
}

interface Rollout {
  releases: Pick<FixtureRelease, 'files'>[];
  /** Builds the offer from the gateway's own offer of the chat. */
  offer(own: PageOffer): Partial<FixtureOffer>;
  /** Other fields of the page's registry. */
  registry?: object;
  revision?: number;
  fault?: { url: string; kind: ServingFault };
}

const configBlock = /(<script type="application\/json" id="amber-config">)(.*?)(<\/script>)/;
const newestRevision = 1e15; // newer than any of the gateway's

/** A release as the page contains it. A release without a placement uses that of the gateway's. */
function pageRelease(release: Release | PageRelease | null, own: PageRelease | null): PageRelease | null {
  if (!release) return null;
  const { version, contract, entry } = release;
  const integrity =
    'integrity' in release ? release.integrity : (release.files.find(({ url }) => url === entry)?.integrity ?? '');
  return { version, contract, entry, integrity, place: release.place ?? own?.place ?? null };
}

/** An offer as the page contains it. */
export const pageOffer = (own: PageOffer | null, offer: FixtureOffer): PageOffer => ({
  ...offer,
  stable: pageRelease(offer.stable, own?.stable ?? null),
  candidate: pageRelease(offer.candidate, own?.stable ?? null),
  previous: pageRelease(offer.previous, own?.stable ?? null),
  beta: null,
  betaShare: 0,
});

/** The response instead of a file; a stalled request gets none. */
const faultResponses: Record<ServingFault, (route: Route, body: Buffer) => Promise<void>> = {
  404: (route) => route.fulfill({ status: 404, body: 'Not found' }),
  stall: () => new Promise(() => {}),
  garbage: (route) => route.fulfill({ body: '<html>not what was asked for', contentType: 'text/html' }),
  'wrong hash': (route, body) =>
    route.fulfill({ body: Buffer.concat([body, Buffer.from('\n/* changed */')]), contentType: contentTypeOf(route) }),
  'missing hash': (route, body) => route.fulfill({ body, contentType: contentTypeOf(route) }),
};

const contentTypeOf = (route: Route): string =>
  route.request().url().endsWith('.css') ? 'text/css' : 'text/javascript';

/** Makes the pages of this browser see this rollout; their requests are recorded in the returned list. */
export async function simulateRollout(
  context: BrowserContext,
  { releases, offer, revision = newestRevision, fault, registry = {} }: Rollout,
): Promise<string[]> {
  const requestedPaths: string[] = [];
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.route('**/chat/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const body = releases.map(({ files }) => files.get(pathname)).find(Boolean);
    if (body) {
      requestedPaths.push(pathname);
      if (fault?.url === pathname) return faultResponses[fault.kind](route, body);
      return route.fulfill({ body, contentType: contentTypeOf(route) });
    }
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const html = (await response.text()).replace(configBlock, (_, open: string, json: string, close: string) => {
      const config = JSON.parse(json) as { registry: PageRegistry };
      const offers = config.registry.offers
        .map((own) => (own.remote === 'chat' ? pageOffer(own, { ...own, ...offer(own) }) : own))
        .map((own) =>
          fault?.kind === 'missing hash' && own.stable?.entry === fault.url
            ? { ...own, stable: { ...own.stable, integrity: '' } }
            : own,
        );
      return (
        open +
        JSON.stringify({ ...config, registry: { ...config.registry, revision, offers, ...registry } }).replaceAll(
          '<',
          '\\u003c',
        ) +
        close
      );
    });
    return route.fulfill({ response, body: html });
  });
  return requestedPaths;
}

/** An offer with this release as the newest one, and the real chat as the fallback. */
export const stableWithChatFallback =
  ({ release }: FixtureRelease) =>
  (own: PageOffer): Partial<FixtureOffer> => ({ stable: release, previous: own.stable });
