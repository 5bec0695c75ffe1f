// Loads features at run time: resolves their release, checks it, and hands out its one exported object.
import { contractVersion, type Remote } from '@amber/client/remote';
import { limits } from '@amber/proto/limits';
import { createInstance } from '@module-federation/runtime';
import * as runtimeCore from '@module-federation/runtime/core';
import { pageConfig, type RegistryEntry } from './config.ts';
import type { Feature } from './routes.ts';
import { shared } from './shared.ts';

/** Why a feature could not be shown. `request` is the address that failed. */
export class RemoteLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  readonly type: 'error' | 'timeout' | 'missing';
  readonly request: string;

  constructor(type: RemoteLoadError['type'], request: string, cause?: unknown) {
    super(`Loading ${request} failed (${type})`, { cause });
    this.type = type;
    this.request = request;
  }
}

const { remotes } = pageConfig.registry;

/** A release's address and hashes by the file that is asked for. Without a hash nothing is loaded. */
const integrityOf = (url: string): string | undefined => {
  const { pathname } = new URL(url, location.href);
  return Object.values(remotes).map((release) => release.integrity[pathname]).find(Boolean);
};

const instance = createInstance({
  name: 'shell',
  remotes: [],
  shared,
  plugins: [{
    name: 'amber-integrity',
    createScript({ url }) {
      const integrity = integrityOf(url);
      if (!integrity) throw new RemoteLoadError('missing', url);
      const script = document.createElement('script');
      script.src = url;
      script.integrity = integrity;
      script.crossOrigin = 'anonymous';
      return { script, timeout: limits.chunkTimeout };
    },
  }],
});

// Remotes are built without the runtime and find the host's here.
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });

const loading = new Map<Feature, Promise<Remote>>();

const nameOf = (feature: Feature, release: RegistryEntry): string =>
  `${feature}_${release.version.replaceAll(/[^0-9a-z]/gi, '_')}`;

/** A contract range is `^N`: the host offers version N. */
const offersContract = (range: string): boolean => range === `^${contractVersion}`;

/** Whether the registry has a release of this feature. */
export const isOffered = (feature: Feature): boolean => feature in remotes;

async function load(feature: Feature): Promise<Remote> {
  const release = remotes[feature];
  if (!release) throw new RemoteLoadError('missing', feature);
  if (!offersContract(release.contract)) throw new RemoteLoadError('missing', release.entry);
  const name = nameOf(feature, release);
  instance.registerRemotes([{ name, entry: release.entry }]);
  const attempt = () => instance.loadRemote<{ default: Remote }>(`${name}/remote`);
  // One retry: a dropped connection is the commonest reason.
  const module = await attempt().catch(attempt).catch((cause: unknown) => { throw asLoadError(cause, release.entry); });
  if (!module) throw new RemoteLoadError('missing', release.entry);
  return module.default;
}

/** The runtime wraps a failed script into a plain Error; a chunk's own error already says what and where. */
function asLoadError(cause: unknown, entry: string): Error {
  if (cause instanceof Error && 'request' in cause) return cause;
  return new RemoteLoadError(String(cause).includes('timed out') ? 'timeout' : 'error', entry, cause);
}

/**
 * The feature's object, loaded once; after a failure the next call tries again.
 * @throws RemoteLoadError, or the chunk loader's own error.
 */
export function loadRemote(feature: Feature): Promise<Remote> {
  let remote = loading.get(feature);
  if (!remote) {
    remote = load(feature);
    loading.set(feature, remote);
    remote.catch(() => loading.delete(feature));
  }
  return remote;
}
