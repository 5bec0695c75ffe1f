// A module that is loaded when it is first needed.
import { useEffect, useState } from 'react';

/** The modules that are loaded, so that whatever needs one later has it when it is first rendered. */
const modules = new WeakMap<() => Promise<unknown>, unknown>();

/**
 * Returns the module, or null until it is loaded. A failed load is retried when the module is needed again. `load` must
 * be stable.
 */
export function useLazyModule<Module extends object>(load: () => Promise<Module>, isWanted: boolean): Module | null {
  const [, setIsLoaded] = useState(false);
  const loaded = (modules.get(load) as Module | undefined) ?? null;
  useEffect(() => {
    if (!isWanted || loaded) return;
    let isMounted = true;
    load().then(
      (module) => {
        modules.set(load, module);
        if (isMounted) setIsLoaded(true);
      },
      () => {},
    );
    return () => {
      isMounted = false;
    };
  }, [load, loaded, isWanted]);
  return loaded;
}
