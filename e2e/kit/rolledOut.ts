// Replaces the registry for one browser's pages, and serves fixture releases with injected faults.
import type { BrowserContext, Route } from '@playwright/test';
import type { Offer, Registry, Release } from '@amber/proto';
import type { FixtureRelease } from './fixtureRelease.ts';

export const faults = ['404', 'stall', 'garbage', 'wrong hash', 'missing hash'] as const;
export type Fault = (typeof faults)[number];

interface Rollout {
  releases: FixtureRelease[];
  /** Copied from the gateway's own entry for the chat. */
  offer(own: Offer): Partial<Offer>;
  revision?: number;
  fault?: { url: string; kind: Fault };
}

const block = /(<script type="application\/json" id="amber-config">)(.*?)(<\/script>)/;
const newest = 1e15; // than any that the gateway lists

/** Without the hash of one file. */
const withoutHash = (release: Release, url: string): Release => ({
  ...release,
  files: release.files.map((file) => (file.url === url ? { ...file, integrity: '' } : file)),
});

/** Releases without a place take the place of the gateway's. */
function inPlaceOf({ stable: own }: Offer, offer: Offer): Offer {
  const placed = (release: Release | null) => release && { ...release, place: release.place ?? own?.place ?? null };
  return {
    ...offer,
    stable: placed(offer.stable),
    candidate: placed(offer.candidate),
    previous: offer.previous.map((release) => placed(release)!),
  };
}

/** The answer instead of a file; a stalled one is never answered. */
const answers: Record<Fault, (route: Route, body: Buffer) => Promise<void>> = {
  404: (route) => route.fulfill({ status: 404, body: 'Not found' }),
  stall: () => new Promise(() => {}),
  garbage: (route) => route.fulfill({ body: '<html>not what was asked for', contentType: 'text/html' }),
  'wrong hash': (route, body) =>
    route.fulfill({ body: Buffer.concat([body, Buffer.from('\n/* changed */')]), contentType: typeOf(route) }),
  'missing hash': (route, body) => route.fulfill({ body, contentType: typeOf(route) }),
};

const typeOf = (route: Route): string => (route.request().url().endsWith('.css') ? 'text/css' : 'text/javascript');

/** From now on the pages of this browser see this rollout; their requests are recorded in the returned list. */
export async function rollOut(
  context: BrowserContext,
  { releases, offer, revision = newest, fault }: Rollout,
): Promise<string[]> {
  const asked: string[] = [];
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.route('**/chat/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const body = releases.map(({ files }) => files.get(pathname)).find(Boolean);
    if (body) {
      asked.push(pathname);
      if (fault?.url === pathname) return answers[fault.kind](route, body);
      return route.fulfill({ body, contentType: typeOf(route) });
    }
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const html = (await response.text()).replace(block, (_, open: string, json: string, close: string) => {
      const config = JSON.parse(json) as { registry: Registry };
      const offers = config.registry.offers
        .map((own): Offer => (own.remote === 'chat' ? inPlaceOf(own, { ...own, ...offer(own) }) : own))
        .map((own) =>
          fault?.kind === 'missing hash' && own.stable ? { ...own, stable: withoutHash(own.stable, fault.url) } : own,
        );
      return (
        open +
        JSON.stringify({ ...config, registry: { ...config.registry, revision, offers } }).replaceAll('<', '\\u003c') +
        close
      );
    });
    return route.fulfill({ response, body: html });
  });
  return asked;
}

/** The newest release is the given one, with the real chat as the fallback. */
export const inFrontOf =
  ({ release }: FixtureRelease) =>
  (own: Offer): Partial<Offer> => ({ stable: release, previous: [own.stable!] });
