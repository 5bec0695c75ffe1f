// Collects the device's diagnostics for support: no content, no keys, no names.
import type { ProblemEntry } from '@amber/client/bus';
import { engine as engineCalls, engineState$ } from '@amber/client/hostEngine';
import { limits } from '@amber/proto/limits';
import { firstValueFrom } from 'rxjs';
import manifest from '../../../../package.json' with { type: 'json' };
import { offersOf } from '../../federation/choose/offers.ts';
import type { Federation } from '../../federation/createFederation.ts';
import { recentFaults } from '../../kit/recentFaults.ts';

declare const __BUILD__: number;

/** Returns null on insecure pages, which have no access to the storage API. */
const storageFacts = async () =>
  'storage' in navigator
    ? { ...(await navigator.storage.estimate()), persisted: await navigator.storage.persisted() }
    : null;

/** Resolves to the engine's log; null if the engine does not answer, which is diagnostic as well. */
const engineLog = (): Promise<ProblemEntry[] | null> =>
  Promise.race([
    engineCalls.problems({}),
    new Promise<null>((resolve) => {
      setTimeout(() => resolve(null), limits.engineSilenceTimeout);
    }),
  ]).catch(() => null);

const isoTime = (time: number): string => new Date(time).toISOString();

/** The diagnostics of a device, readable by the person who helps. */
export interface SupportBundleData extends Record<string, unknown> {
  /** Problems in the engine and in all tabs, newest first; null when the engine did not answer. */
  problems: (Omit<ProblemEntry, 'time'> & { last: string })[] | null;
}

export async function collectSupportData(federation: Federation): Promise<SupportBundleData> {
  const [engine, log] = await Promise.all([firstValueFrom(engineState$), engineLog()]);
  return {
    version: manifest.version,
    build: isoTime(__BUILD__),
    registry: federation.registry$.value.revision,
    features: Object.fromEntries(offersOf(federation).map(({ feature, version }) => [feature, version])),
    connection: engine?.connection ?? null,
    online: navigator.onLine,
    storage: await storageFacts(),
    problems: log?.reverse().map(({ time, ...problem }) => ({ ...problem, last: isoTime(time) })) ?? null,
    faults: recentFaults().map(({ time, ...fault }) => ({ ...fault, time: isoTime(time) })),
    browser: navigator.userAgent,
  };
}
