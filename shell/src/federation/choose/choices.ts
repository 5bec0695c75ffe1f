// What the user may know and choose of the features' versions.
import type { ProblemEntry } from '@amber/client/bus';
import { engine as engineCalls, engineState$ } from '@amber/client/engine';
import { limits } from '@amber/proto/limits';
import { firstValueFrom, map, merge, type Observable } from 'rxjs';
import manifest from '../../../package.json' with { type: 'json' };
import { details$, detailsOf } from '../registry/details.ts';
import { registry } from '../federation.ts';
import { leave, left$, leftVersion } from './optOuts.ts';
import { recentFaults } from '../../kit/recentFaults.ts';
import { offeredFeatures, releasesOf, titleOf } from './remotes.ts';
import type { Feature } from '../registry/Feature.ts';

declare const __BUILD__: number;

export interface FeatureOffer {
  feature: Feature;
  title: string;
  /** What the user gets at the next visit to the feature. */
  version: string;
  /** The fingerprint of the file that it begins with. */
  integrity: string;
  /** What 'go back' would lead to; null where there is none, or where it has been done. */
  previous: string | null;
  /** What is new in `version`; null while that is not known. */
  notes: string | null;
  /** When `version` was released, milliseconds since 1970; 0 while that is not known. */
  since: number;
  /** Whether the user has gone back. */
  isPrevious: boolean;
}

function offerOf(feature: Feature): FeatureOffer[] {
  const releases = releasesOf(feature, { evenFailed: true });
  const [chosen, next] = releases;
  if (!chosen) return [];
  const details = detailsOf(feature, chosen.version);
  const isPrevious = next !== undefined && releases.at(-1)!.version === leftVersion(feature);
  return [
    {
      feature,
      title: titleOf(feature),
      version: chosen.version,
      integrity: chosen.integrity,
      previous: isPrevious ? null : (next?.version ?? null),
      notes: details?.notes ?? null,
      since: details?.time ?? 0,
      isPrevious,
    },
  ];
}

/** The features that are offered, as they are now and whenever that changes. */
export const offers$: Observable<FeatureOffer[]> = merge(registry.registry$, left$, details$).pipe(
  map(() => offeredFeatures().flatMap(offerOf)),
);

/** Goes back to the previous version of a feature, or takes the offered one again; from the next visit on. */
export function preferPrevious(feature: Feature, on: boolean): void {
  leave(feature, on ? releasesOf(feature, { evenFailed: true })[0]?.version : undefined);
}

/** A page that is not served securely has no such thing. */
const storageFacts = async () =>
  'storage' in navigator
    ? { ...(await navigator.storage.estimate()), persisted: await navigator.storage.persisted() }
    : null;

/** The engine's log; null where it does not answer, which tells a helper something too. */
const engineLog = (): Promise<ProblemEntry[] | null> =>
  Promise.race([
    engineCalls.problems({}),
    new Promise<null>((resolve) => {
      setTimeout(() => resolve(null), limits.engineSilence);
    }),
  ]).catch(() => null);

const when = (time: number): string => new Date(time).toISOString();

/** A person's device in words and numbers: what a helper reads. */
export interface SupportFacts extends Record<string, unknown> {
  /** What went wrong in the engine and in all tabs, the newest first; null when the engine did not answer. */
  problems: (Omit<ProblemEntry, 'time'> & { last: string })[] | null;
}

/** What a person who helps needs to know: no content, no keys, nobody's name. */
export async function supportFacts(): Promise<SupportFacts> {
  const [offers, engine, log] = await Promise.all([firstValueFrom(offers$), firstValueFrom(engineState$), engineLog()]);
  return {
    version: manifest.version,
    build: when(__BUILD__),
    registry: registry.registry$.value.revision,
    features: Object.fromEntries(offers.map(({ feature, version }) => [feature, version])),
    connection: engine?.connection ?? null,
    online: navigator.onLine,
    storage: await storageFacts(),
    problems: log?.reverse().map(({ time, ...problem }) => ({ ...problem, last: when(time) })) ?? null,
    faults: recentFaults().map(({ time, ...fault }) => ({ ...fault, time: when(time) })),
    browser: navigator.userAgent,
  };
}
