// A part of the page that is fetched when it is first wanted.
import { useEffect, useState } from 'react';

/** What `load` gives, null until then. What could not be fetched is tried again when it is wanted again. `load` stays the same. */
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
