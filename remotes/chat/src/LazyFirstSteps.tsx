// The first steps of somebody without a chat; others never load their code.
import { type ComponentType, useEffect, useState } from 'react';
import type { FirstStepsProps } from './FirstSteps.tsx';

/** Renders nothing until the code is loaded. What fails without a network is tried again when there is one. */
export function LazyFirstSteps(props: FirstStepsProps) {
  const [Loaded, setLoaded] = useState<ComponentType<FirstStepsProps> | null>(null);
  useEffect(() => {
    const load = () =>
      void import(/* webpackChunkName: "firstSteps" */ './FirstSteps.tsx').then(
        ({ FirstSteps }) => setLoaded(() => FirstSteps),
        () => {}, // the list and its buttons work without it
      );
    load();
    addEventListener('online', load);
    return () => removeEventListener('online', load);
  }, []);
  return Loaded && <Loaded {...props} />;
}
