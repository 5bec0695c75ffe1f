// What is offered of a feature to whoever is here, and the first of it that can be loaded.
import type { Remote } from '@amber/client/remote';
import { session$ } from '@amber/client/session';
import type { Release } from '@amber/proto';
import { quarantine, registry } from './federation.ts';
import { leftVersion } from './goneBack.ts';
import { LoadError } from './loadError.ts';
import { loadRelease } from './loadRelease.ts';
import { override } from './override.ts';
import { candidates } from './resolve.ts';
import type { Feature } from '../routes.ts';

const visitorKey = 'amber-visitor';
let visitor: string | undefined;

/** A name for this browser where nobody has signed in, so that it gets the same releases every time: random, made once, and told to nobody. */
function visitorId(): string {
  try {
    visitor ??= localStorage.getItem(visitorKey) ?? crypto.randomUUID();
    localStorage.setItem(visitorKey, visitor);
  } catch {
    visitor ??= crypto.randomUUID(); // a browser that keeps nothing draws anew at each start
  }
  return visitor;
}

const offerOf = (feature: Feature) => registry.registry$.value.offers.find(({ remote }) => remote === feature);

/** Whether there is a release of this feature. */
export const isOffered = (feature: Feature): boolean =>
  offerOf(feature) !== undefined || override(feature) !== undefined;

/** The releases of a feature for whoever is here, best first; `evenFailed` also those that have failed in this session. */
export function releasesOf(feature: Feature, { evenFailed = false } = {}): Release[] {
  const own = override(feature);
  if (own) return [own];
  const offer = offerOf(feature);
  return offer
    ? candidates(offer, {
        who: session$.value?.identifier ?? visitorId(),
        left: leftVersion(feature),
        hasFailed: (version) => !evenFailed && quarantine.has(feature, version),
      })
    : [];
}

/**
 * The object of the best release that can be loaded.
 * @throws LoadError when none can.
 */
export async function loadRemote(feature: Feature): Promise<Remote> {
  // Ends, because what fails is in quarantine then.
  for (let [release] = releasesOf(feature); release; [release] = releasesOf(feature)) {
    const remote = await loadRelease(feature, release).catch(() => undefined);
    if (remote) return remote;
  }
  throw new LoadError('missing', feature);
}
