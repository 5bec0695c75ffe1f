// Loads one release of a feature: registers it with the federation runtime, checked, and hands out its object.
import type { Remote } from '@amber/client/remote';
import type { PageRelease } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { createInstance } from '@module-federation/runtime';
import * as runtimeCore from './facades/federationRuntime.ts';
import { quarantine, report } from '../federation.ts';
import { fetchAnew } from '../../kit/fetchAnew.ts';
import { asLoadError, kindOf, LoadError } from './loadError.ts';
import { isOverride } from '../registry/override.ts';
import { refuse } from '../choose/refuse.ts';
import type { Feature } from '../registry/Feature.ts';
import { shared } from './shared.ts';

/** The hash of each entry that may be loaded; it checks the release's other files by hashes of its own. */
const integrities = new Map<string, string>();

const instance = createInstance({
  name: 'shell',
  remotes: [],
  shared,
  plugins: [
    {
      name: 'amber-entry',
      createScript({ url }) {
        const integrity = integrities.get(url);
        if (integrity === undefined) throw new LoadError('missing', url);
        const script = document.createElement('script');
        script.src = url;
        script.integrity = integrity;
        script.crossOrigin = 'anonymous';
        return { script, timeout: limits.chunkTimeout };
      },
    },
  ],
});

// Remotes are built without the runtime and find the host's here.
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });

const sha384 = /^sha384-[A-Za-z0-9+/]{64}$/;

/** Nothing of a release is loaded without its entry's hash. */
function integrityOf({ entry, integrity }: PageRelease): string {
  if (!sha384.test(integrity)) throw new LoadError('missing', entry);
  return integrity;
}

const nameOf = (feature: Feature, { version }: PageRelease): string =>
  `${feature}_${version.replaceAll(/[^0-9a-z]/gi, '_')}`;

/** Replaces what is kept of a file that failed: it may be damaged. Whether the file is there. */
async function isThereAnew(url: string): Promise<boolean> {
  try {
    const answer = await fetchAnew(url, { signal: AbortSignal.timeout(limits.chunkTimeout) });
    await answer.blob();
    return answer.ok;
  } catch {
    return false;
  }
}

async function load(feature: Feature, release: PageRelease): Promise<Remote> {
  const name = nameOf(feature, release);
  const entry = new URL(release.entry, location.href).href;
  integrities.set(entry, isOverride(release) ? '' : integrityOf(release));
  instance.registerRemotes([{ name, entry }]);
  const attempt = () =>
    instance.loadRemote<{ default: Remote }>(`${name}/remote`).catch((thrown: unknown) => {
      throw asLoadError(thrown, entry);
    });
  const module = await attempt().catch(async (thrown: unknown) => {
    // A dropped connection is the commonest reason. Chunks have tried again by themselves, and a time-out was long enough.
    if (thrown instanceof LoadError && thrown.type !== 'timeout' && (await isThereAnew(entry))) return attempt();
    throw thrown;
  });
  if (!module) throw new LoadError('missing', entry);
  // A feature that can be used in English is better than none.
  await module.default.loadWords?.().catch(() => {});
  return module.default;
}

interface Asked {
  at: number;
  remote: Promise<Remote>;
  loaded?: Remote;
  hasStood: boolean;
}

const asked = new Map<string, Asked>();

/**
 * A release's object, loaded once. One that fails is not tried again in this session, unless the user asks for it.
 * @throws LoadError, the chunk loader's own error, or what the remote has thrown.
 */
export function loadRelease(feature: Feature, release: PageRelease): Promise<Remote> {
  const name = nameOf(feature, release);
  const before = asked.get(name);
  if (before) return before.remote;
  // It has failed since it was chosen.
  if (quarantine.has(feature, release.version)) return Promise.reject(new LoadError('missing', release.entry));
  report({ remote: feature, version: release.version, kind: 'load' });
  const now: Asked = { at: performance.now(), remote: load(feature, release), hasStood: false };
  asked.set(name, now);
  now.remote = now.remote.then(
    (loaded) => (now.loaded = loaded),
    (thrown: unknown) => {
      asked.delete(name);
      refuse(feature, release, kindOf(thrown));
      throw thrown;
    },
  );
  return now.remote;
}

/** The object of a release that has been loaded already. */
export const loadedRelease = (feature: Feature, release: PageRelease): Remote | undefined =>
  asked.get(nameOf(feature, release))?.loaded;

/** To be called when a release is on screen: tells once how long that took. */
export function releaseStands(feature: Feature, release: PageRelease): void {
  const found = asked.get(nameOf(feature, release));
  if (!found || found.hasStood) return;
  found.hasStood = true;
  report({
    remote: feature,
    version: release.version,
    kind: 'ready',
    milliseconds: Math.round(performance.now() - found.at),
  });
}
