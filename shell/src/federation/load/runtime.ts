// Fetches, verifies and runs the files of releases with the federation runtime.
import type { Remote } from '@amber/client/remote';
import { limits } from '@amber/proto/limits';
import { forgetShared } from '@amber/ui/loadShared';
import { createInstance, registerGlobalPlugins } from '@module-federation/runtime';
import * as runtimeCore from '@module-federation/runtime/core';
import { fetchUncached } from '../../kit/fetchUncached.ts';
import { asLoadError, LoadError } from './loadError.ts';
import type { Runtime } from './loadRelease.ts';
import { shared } from './shared.ts';

/**
 * Replaces the cached copy of a file that failed, because the copy may be damaged. Resolves to whether the file is
 * available.
 */
async function refetchFile(url: string): Promise<boolean> {
  try {
    const answer = await fetchUncached(url, { signal: AbortSignal.timeout(limits.chunkTimeout) });
    await answer.blob();
    return answer.ok;
  } catch {
    return false;
  }
}

/** Called once per page, because remotes find the runtime by a global name. */
export function createRuntime(): Runtime {
  /**
   * The integrity hash of each entry that may be loaded. The entry verifies the release's other files by hashes of its
   * own.
   */
  const integrities = new Map<string, string>();

  // Every remote has an instance of its own, which loads its shared modules.
  registerGlobalPlugins([
    {
      name: 'amber-shares',
      /** The runtime keeps the promise of a shared module that did not load; a retry would get the same failure. */
      errorLoadShare({ pkgName, shareScopeMap }) {
        for (const scope of Object.values(shareScopeMap))
          for (const share of Object.values(scope[pkgName] ?? {})) if (!share.loaded) share.loading = null;
      },
    },
  ]);

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

  // Remotes are built with `externalRuntime`: they have no runtime of their own and find the host's under this name.
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });

  return {
    async load(name, address, integrity) {
      const entry = new URL(address, location.href).href;
      integrities.set(entry, integrity);
      instance.registerRemotes([{ name, entry }]);
      const module = await instance.loadRemote<{ default: Remote }>(`${name}/remote`).catch((thrown: unknown) => {
        throw asLoadError(thrown, entry);
      });
      return module && module.default;
    },
    refetchFile,
    forgetShared,
  };
}
