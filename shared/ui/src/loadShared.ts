// Modules that several remotes contain: the page loads each of them once.
import { limits } from '@amber/proto/limits';

/**
 * The version of the shared packages in this build of a remote (tools/rspack/sharedCodeVersion.ts); empty in a build
 * that shares nothing, as is the host's.
 */
declare const __SHARED_CODE__: string;

/**
 * The modules are on the page's global object, because this file is built into each remote: hosts of every contract
 * share modules in this way.
 */
const page = globalThis as { amberModules?: Map<string, Promise<object>> };

/** Tests and tools run without a build. */
const version = typeof __SHARED_CODE__ === 'string' ? __SHARED_CODE__ : '';

/**
 * Returns the module of our packages that has this name. Another remote of the page may have loaded it already, if it
 * was built from the very same sources; else it is loaded by `load`.
 */
export const loadShared = <Module extends object>(name: string, load: () => Promise<Module>): Promise<Module> =>
  version ? loadOnce(`${version} ${name}`, load) : load();

/**
 * Returns the module of this key; the first call loads it. When the files of another remote fail or take longer than
 * `limits.previousOfferedAfter`, this one loads its own.
 */
export function loadOnce<Module extends object>(key: string, load: () => Promise<Module>): Promise<Module> {
  const modules = (page.amberModules ??= new Map());
  const first = modules.get(key) as Promise<Module> | undefined;
  if (first)
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(load()), limits.previousOfferedAfter);
      const end = (result: Module | Promise<Module>) => {
        clearTimeout(timer);
        resolve(result);
      };
      first.then(end, () => end(loadOnce(key, load)));
    });
  // Called at once, because a prefetch is marked only until this function returns (`loadAhead`).
  const own = load();
  modules.set(key, own);
  own.catch(() => modules.get(key) === own && modules.delete(key));
  return own;
}

/**
 * Makes every remote load its own copy from now on. The host calls it when a release has failed, whose files may be
 * missing: remotes that got its modules must not fail with it.
 */
export const forgetShared = (): void => page.amberModules?.clear();
