// A part of the page that is fetched when it is first wanted.
import { useEffect, useState } from 'react';

/** What `load` gives, null until then. What could not be fetched is tried again when it is wanted again. `load` stays the same. */
export function useLoaded<Module>(load: () => Promise<Module>, wanted: boolean): Module | null {
  const [loaded, setLoaded] = useState<Module | null>(null);
  useEffect(() => {
    if (!wanted || loaded) return;
    let isHere = true;
    load().then(
      (module) => isHere && setLoaded(() => module),
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [load, loaded, wanted]);
  return loaded;
}
