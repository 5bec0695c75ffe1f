// What a person who helps needs to know of this device: no content, no keys, nobody's name.
import type { ProblemEntry } from '@amber/client/bus';
import { engine as engineCalls, engineState$ } from '@amber/client/engine';
import { limits } from '@amber/proto/limits';
import { firstValueFrom } from 'rxjs';
import manifest from '../../../package.json' with { type: 'json' };
import { offersOf } from '../../federation/choose/offers.ts';
import type { Federation } from '../../federation/createFederation.ts';
import { recentFaults } from '../../kit/recentFaults.ts';

declare const __BUILD__: number;

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
      setTimeout(() => resolve(null), limits.engineSilenceTimeout);
    }),
  ]).catch(() => null);

const isoTime = (time: number): string => new Date(time).toISOString();

/** A person's device in words and numbers: what a helper reads. */
export interface SupportBundleData extends Record<string, unknown> {
  /** What went wrong in the engine and in all tabs, the newest first; null when the engine did not answer. */
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
