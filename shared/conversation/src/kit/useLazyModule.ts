// A module that is loaded when it is first needed.
import { useEffect, useState } from 'react';

/**
 * Returns the module, or null until it is loaded. A failed load is retried when the module is needed again. `load` must
 * be stable.
 */
export function useLazyModule<Module>(load: () => Promise<Module>, isWanted: boolean): Module | null {
  const [loaded, setLoaded] = useState<Module | null>(null);
  useEffect(() => {
    if (!isWanted || loaded) return;
    let isMounted = true;
    load().then(
      (module) => isMounted && setLoaded(() => module),
      () => {},
    );
    return () => {
      isMounted = false;
    };
  }, [load, loaded, isWanted]);
  return loaded;
}
