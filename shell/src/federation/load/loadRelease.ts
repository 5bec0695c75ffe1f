// Loads each release of a feature once and returns its object.
import type { Remote } from '@amber/client/remote';
import type { PageRelease } from '@amber/proto';
import type { ReleaseFailures } from '../choose/releaseFailures.ts';
import type { Mounting } from '../choose/mounting.ts';
import type { Quarantine } from '../choose/quarantine.ts';
import type { Feature } from '../registry/Feature.ts';
import type { Report } from '../report/report.ts';
import { failureTypeOf, LoadError } from './loadError.ts';

export interface Runtime {
  /**
   * Loads the entry at this URL under a unique name, if it has this integrity hash.
   * Returns null if the entry contains no remote.
   * @throws LoadError, the chunk loader's own error, or the error that the remote threw.
   */
  load(name: string, entry: string, integrity: string): Promise<Remote | null>;
  /** Fetches a failed file again, bypassing every cache. Resolves to whether that succeeded. */
  refetchFile(url: string): Promise<boolean>;
  /** Makes each remote load its own copy of what the page has loaded with another one. */
  forgetShared(): void;
}

export interface LoaderPorts {
  runtime: Runtime;
  quarantine: Pick<Quarantine, 'has'>;
  releaseFailures: Pick<ReleaseFailures, 'quarantineRelease'>;
  mounting: Pick<Mounting, 'begin' | 'end'>;
  report: Report;
  clock: {
    /** Milliseconds of a monotonic clock with an arbitrary origin. */
    elapsed(): number;
  };
}

const sha384 = /^sha384-[A-Za-z0-9+/]{64}$/;

/** A release is loaded only with the integrity hash of its entry. */
function integrityOf({ entry, integrity }: PageRelease): string {
  if (!sha384.test(integrity)) throw new LoadError('missing', entry);
  return integrity;
}

const nameOf = (feature: Feature, { version }: PageRelease): string =>
  `${feature}_${version.replaceAll(/[^0-9a-z]/gi, '_')}`;

interface LoadEntry {
  startedAt: number;
  remote: Promise<Remote>;
  loaded?: Remote;
  isReported: boolean;
}

/** Loads each release once per page. */
export function createLoader({ runtime, quarantine, releaseFailures, mounting, report, clock }: LoaderPorts) {
  const loads = new Map<string, LoadEntry>();

  async function load(feature: Feature, release: PageRelease): Promise<Remote> {
    const integrity = integrityOf(release);
    const attempt = () => runtime.load(nameOf(feature, release), release.entry, integrity);
    const remote = await attempt().catch(async (thrown: unknown) => {
      // A dropped connection is the most common reason, so the entry is fetched once more. Chunks retry by themselves,
      // and a timeout has already waited long enough.
      if (thrown instanceof LoadError && thrown.type !== 'timeout' && (await runtime.refetchFile(release.entry)))
        return attempt();
      throw thrown;
    });
    if (!remote) throw new LoadError('missing', release.entry);
    // A feature in English is better than none.
    await remote.loadWords?.().catch(() => {});
    return remote;
  }

  return {
    /**
     * Returns a release's object. A release that fails is not loaded again in this session, unless the user retries it.
     * @throws LoadError, the chunk loader's own error, or the error that the remote threw.
     */
    loadRelease(feature: Feature, release: PageRelease): Promise<Remote> {
      const name = nameOf(feature, release);
      const existing = loads.get(name);
      if (existing) return existing.remote;
      // It has failed since it was chosen.
      if (quarantine.has(feature, release.version)) return Promise.reject(new LoadError('missing', release.entry));
      report({ remote: feature, version: release.version, kind: 'load' });
      // Its code runs as soon as it arrives.
      mounting.begin(feature, release.version, 'loading');
      const entry: LoadEntry = { startedAt: clock.elapsed(), remote: load(feature, release), isReported: false };
      loads.set(name, entry);
      entry.remote = entry.remote
        .finally(() => mounting.end(feature, release.version))
        .then(
          (loaded) => (entry.loaded = loaded),
          (thrown: unknown) => {
            loads.delete(name);
            releaseFailures.quarantineRelease(feature, release, failureTypeOf(thrown), thrown);
            throw thrown;
          },
        );
      return entry.remote;
    },

    /** Returns the object of a release that is already loaded. */
    loadedRelease: (feature: Feature, release: PageRelease): Remote | undefined =>
      loads.get(nameOf(feature, release))?.loaded,

    /** Reports once how long the release took to appear. Called when it is on screen. */
    reportReady(feature: Feature, release: PageRelease): void {
      const found = loads.get(nameOf(feature, release));
      if (!found || found.isReported) return;
      found.isReported = true;
      report({
        remote: feature,
        version: release.version,
        kind: 'ready',
        milliseconds: Math.round(clock.elapsed() - found.startedAt),
      });
    },
  };
}
