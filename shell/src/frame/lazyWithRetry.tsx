// A part beside the page that nobody waits for: when its code does not come, the page stays, and it is tried again.
import { type ComponentType, useEffect, useState } from 'react';
import { defer, retry, type SchedulerLike, timer } from 'rxjs';

const retryDelay = 10_000;
const maxBackoffSteps = 6;

/** What `load` gives. After a failure it is asked for again: in ten seconds, in twenty, at last each minute. */
export const retryWithBackoff = <T,>(load: () => Promise<T>, clock?: SchedulerLike) =>
  defer(load).pipe(retry({ delay: (_, failures) => timer(Math.min(failures, maxBackoffSteps) * retryDelay, clock) }));

/** A component that shows nothing until its code is here. */
export function lazyWithRetry<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  return function LazyWithRetry(props: Props) {
    const [, setIsLoaded] = useState(Loaded !== undefined);
    useEffect(() => {
      if (Loaded) return;
      const loading = retryWithBackoff(load).subscribe((component) => {
        Loaded = component;
        setIsLoaded(true);
      });
      return () => loading.unsubscribe();
    }, []);
    return Loaded ? <Loaded {...props} /> : null;
  };
}
