// The configuration that the gateway writes into the page: the registry of releases, and the URL of this server's
// source.
import { session$ } from '@amber/client/session';
import { BehaviorSubject } from 'rxjs';
import { possiblePlacements } from './federation/choose/possiblePlacements.ts';
import { createRolloutBucket } from './federation/choose/rolloutBucket.ts';
import type { PageReleases } from './federation/createFederation.ts';
import { noRegistry, parsePaths, registryOf } from './federation/registry/pageRegistry.ts';
import { hostRoutes } from './routes.ts';

interface PageConfig {
  registry: unknown;
  sourceUrl: string;
}

const emptyConfig: PageConfig = { registry: null, sourceUrl: '' };

/** Parses the page's data block; a page without one offers no features. */
function pageConfig(): PageConfig {
  const block = document.getElementById('amber-config');
  return block?.textContent ? (JSON.parse(block.textContent) as PageConfig) : emptyConfig;
}

const { registry, sourceUrl } = pageConfig();

/** Empty when not configured. */
export { sourceUrl };

const registry$ = new BehaviorSubject(registryOf(registry, { hostRoutes, readPlacement: parsePaths }) ?? noRegistry);
const bucket = createRolloutBucket({ session$, storage: () => localStorage });

/** The registry that the first screen needs; no code of a remote is requested yet. */
export const releases: PageReleases = {
  registry,
  registry$,
  hostRoutes,
  bucket,
  placements: () => possiblePlacements(registry$.value, bucket),
};
